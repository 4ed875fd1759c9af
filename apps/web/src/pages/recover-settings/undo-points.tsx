import { type Choice, inWords, type KnownDates, kindWords, undoPoints } from '#features/recovery/recovery.ts';
import { utcWords } from '#lib/moment-words.ts';
import { Button } from '#ui/button.tsx';
import { Row, Rows } from '#ui/rows.tsx';

interface UndoPointsProps {
  readonly known: KnownDates;
  /** Why nothing in it can be chosen: the newest recovery may not be in it. */
  readonly old: string | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** What earlier recoveries replaced, to take one back whole (semantics 7). */
export function UndoPoints({ known, old, onChoose }: UndoPointsProps) {
  const points = undoPoints(known);
  if (points.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="recover-undo">
      <header>
        <h2 id="recover-undo">Undo a recovery</h2>
      </header>
      <Rows label="Undo a recovery">
        {points.map(({ settings, time }) => {
          const kinds = inWords(settings.map((kind) => kindWords[kind]));
          const until = `${utcWords(new Date(time))} UTC`;
          return (
            <Row
              key={time}
              icon="history"
              name={kinds}
              note={`before the recovery on ${until}`}
              action={
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`Choose ${kinds} of ${until}`}
                  disabledReason={old}
                  onPress={() => onChoose({ settings: settings[0], settingsDate: time })}
                >
                  Choose
                </Button>
              }
            />
          );
        })}
      </Rows>
    </section>
  );
}
