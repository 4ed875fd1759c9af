import type { Told } from './compared-document.ts';

/** Room that a tip needs beside its cell. */
const room = { width: 260, height: 96 };

/** What a cell was, is, and how much that is, beside the cell. */
export function ChangeTip({ told, names }: { told: Told; names: readonly [older: string, newer: string] }) {
  const { kind, was, now, change, isRow, box } = told;
  const [older, newer] = names;
  const left = Math.max(4, Math.min(box.left, innerWidth - room.width));
  const isLow = box.bottom + room.height > innerHeight;
  const place = isLow ? { bottom: innerHeight - box.top + 4 } : { top: box.bottom + 4 };
  return (
    <div className="tooltip change-tip" role="tooltip" style={{ left, ...place }}>
      {isRow ? (
        <p>{kind === 'added' ? `Row only in ${newer}` : `Row only in ${older}`}</p>
      ) : (
        <dl>
          <dt>{older}</dt>
          <dd>{was || 'empty'}</dd>
          <dt>{newer}</dt>
          <dd>{kind === 'removed' ? 'empty' : now}</dd>
          {change === '' ? null : (
            <>
              <dt>Difference</dt>
              <dd>{change}</dd>
            </>
          )}
        </dl>
      )}
    </div>
  );
}
