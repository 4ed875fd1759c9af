import type { ReportInfo } from '#features/viewer/report-view.ts';
import { exactLocalTime, parseWireTime } from '#lib/published.ts';

/** The METADATA page: 'Published At:', 'Published By:' and 'All Metadata:' (spec 2). */
export function MetadataPage({ report }: { report: ReportInfo }) {
  const at = parseWireTime(report.time);
  const entries = Object.entries(report.metadata);
  return (
    <section className="metadata" aria-label="METADATA">
      <dl className="facts">
        <dt>Published At:</dt>
        <dd>{at ? exactLocalTime(at) : 'no time'}</dd>
        <dt>Published By:</dt>
        <dd>{report.sender || 'unknown'}</dd>
        <dt>All Metadata:</dt>
        <dd>
          {entries.length === 0 ? (
            <span className="quiet">none</span>
          ) : (
            <dl className="facts pairs">
              {entries.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </dd>
      </dl>
    </section>
  );
}
