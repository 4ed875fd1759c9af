import type { AuditRow } from '#features/audit-log/audit-log.ts';
import { utcWords } from '#lib/moment-words.ts';

/** Each entry in one line; what was before and after opens under it. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys
    <section className="audit" aria-label="Entries, newest first" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time (UTC)</th>
            <th scope="col">Who</th>
            <th scope="col">Action</th>
            <th scope="col">Object</th>
            <th scope="col">Change</th>
            <th scope="col">Address</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{utcWords(new Date(row.timeUtc))}</td>
              <td>{row.actor || <span className="quiet">no one</span>}</td>
              <td>{row.action}</td>
              <td>{row.object}</td>
              <td>
                <Change before={row.before} after={row.after} />
              </td>
              <td>{row.address}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Change({ before, after }: Pick<AuditRow, 'before' | 'after'>) {
  if (before === '' && after === '') return null;
  return (
    <details>
      <summary>{before === '' ? 'New' : after === '' ? 'Old' : 'Before and after'}</summary>
      <dl>
        {before === '' ? null : (
          <>
            <dt>Before</dt>
            <dd className="mono">{before}</dd>
          </>
        )}
        {after === '' ? null : (
          <>
            <dt>After</dt>
            <dd className="mono">{after}</dd>
          </>
        )}
      </dl>
    </details>
  );
}
