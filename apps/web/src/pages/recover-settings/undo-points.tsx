import { type Choice, type KnownDates, kindWords } from '#features/recovery/recovery.ts';
import { utcWords } from '#lib/moment-words.ts';
import { Button } from '#ui/button.tsx';
import { Row, Rows } from '#ui/rows.tsx';

interface UndoPointsProps {
  readonly known: KnownDates;
  readonly onChoose: (choice: Choice) => void;
}

/** What earlier recoveries replaced, to take one back (semantics 7). */
export function UndoPoints({ known, onChoose }: UndoPointsProps) {
  const points = known.undoPoints ?? [];
  if (points.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="recover-undo">
      <header>
        <h2 id="recover-undo">Undo a recovery</h2>
      </header>
      <Rows label="Undo a recovery">
        {points.map(({ settings, time }) => {
          const words = `${kindWords[settings]} of ${utcWords(new Date(time))} UTC`;
          return (
            <Row
              key={`${settings} ${time}`}
              icon="history"
              name={kindWords[settings]}
              note={`before the recovery on ${utcWords(new Date(time))} UTC`}
              action={
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`Choose ${words}`}
                  onPress={() => onChoose({ settings, settingsDate: time })}
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
