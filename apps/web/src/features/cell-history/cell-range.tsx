import { limits } from '@sheetwire/contract/limits';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { momentWords } from '#features/time/time-words.ts';
import { present } from '#features/time/use-strip.ts';
import { useNow } from '#features/viewer/use-now.ts';
import type { CellAnswer } from './cell-history.ts';
import type { CellPlace } from './cell-place.ts';
import { askHistory, followShown, type HistorySource, shownAt } from './history-source.ts';
import { lineOf } from './line.ts';
import { Sparkline } from './line-chart.tsx';
import { RangeLines } from './range-lines.ts';
import { valueRows } from './value-rows.ts';

interface RangeProps {
  readonly source: HistorySource;
  readonly places: readonly CellPlace[];
  readonly onChoose: (place: CellPlace) => void;
}

/** The lines of a few cells beside each other; each leads to its own history. */
export function CellRange({ source, places, onChoose }: RangeProps) {
  const shown = useMemo(() => places.slice(0, limits.past.sparklines), [places]);
  const { answers, isFailed } = useRange(source, shown);
  const now = present(source.model, useNow());
  return (
    <>
      {shown.length < places.length ? (
        <p className="quiet">
          These are {shown.length} of {places.length.toLocaleString('en-US')} selected cells. Select fewer to see
          others.
        </p>
      ) : null}
      {isFailed ? (
        <p className="quiet" role="status">
          Some values cannot be fetched now. Trying again…
        </p>
      ) : null}
      <ul className="cell-lines">
        {shown.map((place, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of a range stay in their order
          <li key={n}>
            <button type="button" onClick={() => onChoose(place)}>
              <b>{place.name}</b>
              <Told answer={answers.get(place)} now={now} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function useRange(source: HistorySource, places: readonly CellPlace[]) {
  const lines = useMemo(
    () =>
      new RangeLines({
        ...{ clock: source.clock, places },
        ask: (question) => askHistory(source, question),
        to: () => shownAt(source),
      }),
    [source, places],
  );
  useEffect(() => {
    const stops = [
      lines.start(),
      followShown(
        source,
        () => lines.refresh(),
        () => undefined,
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [lines, source]);
  return useStore(lines.state);
}

/** A cell's line, what it holds, and what changed last. */
function Told({ answer, now }: { readonly answer: CellAnswer | undefined; readonly now: number }) {
  if (!answer) return <span className="quiet">Loading…</span>;
  const [newest] = valueRows(answer.values.slice(0, 2));
  if (!newest) return <span className="quiet">No history is kept</span>;
  const isOne = answer.values.length === 1;
  return (
    <>
      <Sparkline line={lineOf(answer.values, now)} />
      <span className="value">{newest.text}</span>
      <span className="quiet">
        {isOne ? `unchanged since ${momentWords(Date.parse(newest.utc), now)}` : newest.difference}
      </span>
    </>
  );
}
