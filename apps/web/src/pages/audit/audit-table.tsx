import { useId, useMemo, useState } from 'react';
import type { AuditRow } from '#features/audit-log/audit-log.ts';
import { readChange } from '#features/audit-log/change.ts';
import { changeInBrief } from '#features/audit-log/change-brief.ts';
import { utcWords } from '#lib/moment-words.ts';
import { Icon } from '#ui/icon.tsx';
import { AuditChange } from './audit-change.tsx';

const columns = ['Time (UTC)', 'Who', 'Action', 'Object', 'Change', 'Address'] as const;

/** Each entry in one line; what was before and after opens under it. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys
    <section className="audit" aria-label="Entries, newest first" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Entry({ row }: { row: AuditRow }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const change = useMemo(() => readChange(row), [row]);
  const { timeUtc, actor, action, object, address } = row;
  const hasChange = row.before !== '' || row.after !== '';
  return (
    <>
      <tr className="entry" data-open={isOpen}>
        <td>{utcWords(new Date(timeUtc))}</td>
        <td>{actor || <span className="quiet">no one</span>}</td>
        <td>{action}</td>
        <td>{object}</td>
        <td>
          {hasChange ? (
            <button
              type="button"
              className="opener"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'down' : 'right'} />
              <bdi>{change === undefined ? 'Long change' : changeInBrief(change)}</bdi>
            </button>
          ) : null}
        </td>
        <td>{address}</td>
      </tr>
      {isOpen ? (
        <tr className="change" id={id}>
          <td colSpan={columns.length}>
            <div className="audit-opened">
              <AuditChange {...{ row, change }} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}
