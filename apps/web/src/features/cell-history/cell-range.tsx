import { limits } from '@sheetwire/contract/limits';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { usePresent } from '#features/viewer/use-now.ts';
import type { CellAnswer } from './cell-history.ts';
import type { CellPlace } from './cell-place.ts';
import { askHistory, followShown, type HistorySource, shownAt } from './history-source.ts';
import { spanWords } from './history-words.ts';
import { lineOf } from './line.ts';
import { Sparkline } from './line-chart.tsx';
import { RangeLines } from './range-lines.ts';
import { pastMoment } from './shown-moment.ts';
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
  const now = usePresent(source.model);
  const past = pastMoment(source);
  return (
    <>
      {shown.length < places.length ? (
        <p className="quiet">
          Showing {shown.length} of {places.length.toLocaleString('en-US')} selected cells. Select fewer to see the
          rest.
        </p>
      ) : null}
      {isFailed ? (
        <p className="quiet" role="status">
          Some values could not be loaded. Trying again…
        </p>
      ) : null}
      <ul className="cell-lines">
        {shown.map((place, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of a range stay in their order
          <li key={n}>
            <button type="button" onClick={() => onChoose(place)}>
              <b>{place.name}</b>
              <Told {...{ now, past }} answer={answers.get(place)} />
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
        (isOtherVersion) => isOtherVersion && lines.refresh(),
        () => undefined,
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [lines, source]);
  return useStore(lines.state);
}

interface ToldProps {
  readonly answer: CellAnswer | undefined;
  readonly now: number;
  readonly past: number | undefined;
}

/** A cell's line, what it holds, and what changed last. */
function Told({ answer, now, past }: ToldProps) {
  if (!answer) return <span className="quiet">Loading…</span>;
  const { values, decimalMark } = answer;
  const [newest] = valueRows(values.slice(0, 2), decimalMark);
  if (!newest) return <span className="quiet">No history</span>;
  return (
    <>
      <Sparkline line={lineOf(values, past ?? now)} />
      <span className="value">{newest.text}</span>
      <span className="quiet">
        {values.every(({ gone }, n) => n === 0 || gone)
          ? `unchanged ${spanWords(Date.parse(newest.utc), now, past)}`
          : newest.difference}
      </span>
    </>
  );
}
