import { limits } from '@sheetwire/contract/limits';
import { shortName } from '@sheetwire/rules/principal';
import { memo, type RefObject, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { momentWords } from '#features/time/time-words.ts';
import { usePresent } from '#features/viewer/use-now.ts';
import { exactLocalTime } from '#lib/published.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { WaitingLine } from '#ui/message.tsx';
import { CellHistory, type CellState } from './cell-history.ts';
import type { CellPlace } from './cell-place.ts';
import { askHistory, followShown, type HistorySource, shownAt } from './history-source.ts';
import { countWords, goneWords, noneWords, thinnedWords } from './history-words.ts';
import { lineOf } from './line.ts';
import { LineChart } from './line-chart.tsx';
import { pastMoment } from './shown-moment.ts';
import { type ValueRow, valueRows, valuesCsv } from './value-rows.ts';

interface OneCellProps {
  readonly source: HistorySource;
  readonly place: CellPlace;
  readonly box: RefObject<HTMLElement | null>;
  /** The report as it was with a version. */
  readonly onSee: (version: number) => void;
}

/** What one cell held: a line over time, and the list. */
export function OneCell({ source, place, box, onSee }: OneCellProps) {
  const { history, state } = useCellHistory(source, place);
  const told = state.kind === 'told' ? state : undefined;
  const rows = useMemo(() => valueRows(told?.values ?? [], told?.decimalMark), [told?.values, told?.decimalMark]);
  if (state.kind === 'loading') return <WaitingLine text={`Loading the history of ${place.name}...`} />;
  if (state.kind === 'failed') {
    return (
      <div className="told" role="alert">
        <p>The history of this cell could not be loaded. {state.text}</p>
        <Button size="small" icon="retry" onPress={() => history.refresh()}>
          Try again
        </Button>
      </div>
    );
  }
  if (rows.length === 0) return <p role="status">{noneWords(place.name)}</p>;
  return (
    <>
      <Facts source={source} told={state} rows={rows} />
      <Values {...{ source, rows, box, onSee }} cell={state.cell} />
      {state.more ? <Older history={history} /> : null}
    </>
  );
}

/** The history of a cell while it is on the screen; it follows the report. */
function useCellHistory(source: HistorySource, place: CellPlace) {
  const history = useMemo(
    () =>
      new CellHistory({
        clock: source.clock,
        ask: (question) => askHistory(source, question),
        where: () => ({ cell: place.name, to: shownAt(source) }),
        most: limits.past.listedValues,
      }),
    [source, place],
  );
  useEffect(() => {
    const stops = [
      history.start(),
      followShown(
        source,
        (isOtherVersion) => isOtherVersion && history.refresh(),
        () => undefined,
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [history, source]);
  return { history, state: useStore(history.state) };
}

interface FactsProps {
  readonly source: HistorySource;
  readonly told: Extract<CellState, { kind: 'told' }>;
  readonly rows: readonly ValueRow[];
}

/** The line, and what there is to know of the list: how long it is, what is missing in it. */
function Facts({ source: { model }, told, rows }: FactsProps) {
  const now = usePresent(model);
  const past = pastMoment({ model });
  const until = told.isGone ? 0 : (past ?? now);
  const line = useMemo(() => lineOf(rows, until), [rows, until]);
  const notes = [
    ...(told.isGone ? [`${told.cell} is no longer in the report. These are its last values.`] : []),
    ...(told.isLate ? ['Newer values could not be loaded.'] : []),
    ...thinnedWords({ thinned: told.thinned, values: rows }, now),
  ];
  return (
    <>
      {line ? <LineChart line={line} now={now} /> : null}
      <div className="facts">
        <p>{countWords(rows, now, past)}</p>
        {notes.map((note) => (
          <p key={note} className="quiet" role="status">
            <Icon name="info" /> {note}
          </p>
        ))}
      </div>
      <CopyCsv text={() => valuesCsv(rows, told.cell)} />
    </>
  );
}

function CopyCsv({ text }: { readonly text: () => string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setSaid('Copied'),
      () => setSaid('The browser blocked copying. Select the list and press Ctrl+C.'),
    );
  const blocked =
    'clipboard' in navigator
      ? undefined
      : 'Select the list and press Ctrl+C; without HTTPS, the browser blocks this button';
  return (
    <div className="row copy">
      <Button size="small" icon="copy" disabledReason={blocked} onPress={() => void copy()}>
        Copy as CSV
      </Button>
      <span className="quiet" role="status">
        {said}
      </span>
    </div>
  );
}

interface ValuesProps extends Pick<OneCellProps, 'source' | 'box' | 'onSee'> {
  readonly rows: readonly ValueRow[];
  readonly cell: string;
}

function Values({ source, rows, cell, box, onSee }: ValuesProps) {
  const now = usePresent(source.model);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys
    <section ref={box} className="numbers" aria-label={`Values of ${cell}`} tabIndex={0}>
      <table aria-label={`Values of ${cell}`}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col" data-num>
              Value
            </th>
            <th scope="col" data-num>
              Change
            </th>
            <th scope="col">
              <span className="wide">Publisher</span>
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Value key={row.version} {...{ row, onSee }} at={momentWords(Date.parse(row.utc), now)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ValueProps {
  readonly row: ValueRow;
  readonly at: string;
  readonly onSee: (version: number) => void;
}

const Value = memo(({ row, at, onSee }: ValueProps) => {
  const { utc, difference, percent, by, version, cell } = row;
  return (
    <tr>
      <th scope="row">
        <time dateTime={utc} title={exactLocalTime(new Date(utc))}>
          {at}
        </time>
        {cell === undefined ? null : <span className="quiet"> in {cell}</span>}
        <span className="short quiet" aria-hidden="true">
          {shortName(by)}
        </span>
      </th>
      <td data-num>
        <ValueText {...row} />
      </td>
      <td data-num>
        {difference} {percent === '' ? null : <span className="quiet">({percent})</span>}
      </td>
      <td title={by}>
        <span className="wide">{shortName(by)}</span>
      </td>
      <td>
        <Button
          kind="quiet"
          size="small"
          icon="history"
          aria-label={`View this version, ${at}`}
          onPress={() => onSee(version)}
        >
          <span className="wide">View this version</span>
        </Button>
      </td>
    </tr>
  );
});

function ValueText({ text, gone }: ValueRow) {
  if (gone) return <span className="quiet">{goneWords}</span>;
  return text === '' ? <span className="quiet">empty</span> : text;
}

function Older({ history }: { readonly history: CellHistory }) {
  if (history.isAtMost) return <p className="quiet">There are older values. Go to an earlier moment to see them.</p>;
  return (
    <Button size="small" onPress={() => history.older()}>
      Show older values
    </Button>
  );
}
