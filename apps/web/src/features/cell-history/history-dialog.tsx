import './cell-history.css';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { ReportDialog } from '#features/keys/report-dialog.tsx';
import { usePresent } from '#features/viewer/use-now.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/message.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useModal } from '#ui/use-modal.ts';
import { CellPlace } from './cell-place.ts';
import { CellRange } from './cell-range.tsx';
import { followShown, type HistorySource } from './history-source.ts';
import { OneCell } from './one-cell.tsx';
import { asOfWords, pastMoment } from './shown-moment.ts';

interface HistoryDialogProps {
  readonly source: HistorySource;
  readonly cells: readonly Element[];
  readonly onClose: () => void;
}

/** The history of a cell, or of a few, over the report that it follows. */
export function HistoryDialog({ source, cells, onClose }: HistoryDialogProps) {
  const modal = useModal(onClose);
  const now = usePresent(source.model);
  const close = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLElement>(null);
  const places = useMemo(() => cells.map((cell) => new CellPlace(source.root, cell)), [source, cells]);
  const [chosen, setChosen] = useState(() => (places.length === 1 ? places[0] : undefined));
  const isRange = chosen === undefined && places.length > 1;
  useEffect(() => {
    if (places.length > 0) close.current?.focus();
    else close.current?.closest('dialog')?.querySelector('input')?.focus();
  }, [places]);
  const lost = useRef(modal.close);
  lost.current = modal.close;
  const [past, setPast] = useState(() => pastMoment(source));
  useEffect(
    () =>
      followShown(
        source,
        () => setPast(pastMoment(source)),
        () => lost.current(),
      ),
    [source],
  );
  const see = (version: number) => {
    modal.close();
    source.model.dispatch({ kind: 'at', at: version });
  };
  return (
    <ReportDialog
      {...{ modal, close }}
      title={isRange ? `History of ${places.length} cells` : 'Cell history'}
      className="cell-history"
      head={
        <>
          <span className="quiet grow">{source.page}</span>
          {past === undefined ? null : (
            <Chip tone="blue" icon="history">
              {asOfWords(past, now)}
            </Chip>
          )}
          {chosen && places.length > 1 ? (
            <Button size="small" icon="left" onPress={() => setChosen(undefined)}>
              All cells
            </Button>
          ) : null}
        </>
      }
    >
      {isRange ? (
        <CellRange {...{ source, places }} onChoose={setChosen} />
      ) : (
        <>
          <NameBox {...{ source, chosen }} onChoose={setChosen} />
          {chosen && chosen.name !== '' ? (
            <OneCell key={chosen.name} {...{ source, box }} place={chosen} onSee={see} />
          ) : null}
        </>
      )}
    </ReportDialog>
  );
}

interface NameBoxProps {
  readonly source: HistorySource;
  readonly chosen: CellPlace | undefined;
  readonly onChoose: (place: CellPlace) => void;
}

/** Names the cell, and takes the name of another one: by keys alone any cell is reached. */
function NameBox({ source, chosen, onChoose }: NameBoxProps) {
  const name = chosen?.name ?? '';
  const [typed, setTyped] = useState(name);
  const [before, setBefore] = useState(name);
  const [error, setError] = useState<string>();
  if (before !== name) {
    setBefore(name);
    setTyped(name);
    setError(undefined);
  }
  const isUnnamed = chosen !== undefined && name === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const place = new CellPlace(source.root, typed);
    if (place.isThere) onChoose(place);
    else setError(typed.trim() === '' ? 'Enter a cell such as B7' : `This page has no cell ${place.name}`);
  };
  return (
    <form className="cell-name" onSubmit={submit}>
      <TextField
        label="Cell"
        value={typed}
        error={error ?? (isUnnamed ? 'This cell has no address, so it has no history' : undefined)}
        placeholder="B7"
        spellCheck={false}
        onChange={(text) => {
          setTyped(text);
          setError(undefined);
        }}
        trailing={
          typed.trim().toUpperCase() === name ? null : (
            <Button type="submit" size="small">
              Show
            </Button>
          )
        }
      />
    </form>
  );
}
