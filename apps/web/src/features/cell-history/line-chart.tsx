import { momentWords } from '#features/time/time-words.ts';
import { lineWords } from './history-words.ts';
import { drawn, type Line } from './line.ts';

/** The values of a cell over time, with the highest and the lowest beside the line, the first and the last time under it. */
export function LineChart({ line, now }: { readonly line: Line; readonly now: number }) {
  const { path, least, most, first, end } = line;
  return (
    <figure className="cell-line" role="img" aria-label={lineWords(line, now)}>
      <span className="most">{most.text}</span>
      {least.num === most.num ? null : <span className="least">{least.text}</span>}
      <div className="plot">
        <svg viewBox={`0 0 ${drawn.width} ${drawn.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={path} />
        </svg>
        <span
          className="end"
          style={{ insetInlineStart: `${(100 * end.x) / drawn.width}%`, top: `${(100 * end.y) / drawn.height}%` }}
        />
      </div>
      <span className="from">{momentWords(first.at, now)}</span>
      <span className="to">{momentWords(Math.max(line.until, line.last.at), now)}</span>
    </figure>
  );
}

/** The same without words, beside a value. */
export function Sparkline({ line }: { readonly line: Line | undefined }) {
  return (
    <svg
      className="sparkline"
      viewBox={`0 -8 ${drawn.width} ${drawn.height + 16}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {line ? <path d={line.path} /> : null}
    </svg>
  );
}
