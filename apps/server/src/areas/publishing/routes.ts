import * as publishingCalls from '@sheetwire/contract/publishing/calls';
import { retention as retentionCall } from '@sheetwire/contract/publishing/retention';
import { type KnownRequest, on, onRaw, type Route } from '#http/route.ts';
import { previewWorkbook } from './preview-workbook.ts';
import type { PublishingDeps } from './publishing-deps.ts';
import { publishingReport } from './publishing-report.ts';
import { publishingReports } from './publishing-reports.ts';
import { retention } from './retention.ts';

const calls = { ...publishingCalls, retention: retentionCall };

/**
 * The Publishing page, for a browser's session: no cookie works on the calls of publish themselves (interfaces 3). What it
 * reads, the add-in for Excel reads too, by its bearer (decision 75).
 */
export function publishingRoutes(deps: PublishingDeps): Route[] {
  const during = ({ actor }: KnownRequest, work: () => Promise<void>) => deps.callers.during(actor, work);
  const file = { body: 'stream' } as const;
  const read = 'bearer-or-licensed';
  return [
    on(calls.publishingReports, read, (input, request) => publishingReports(deps, input, request)),
    on(calls.publishingReport, read, (input, request) => publishingReport(deps, input, request)),
    on(calls.retention, 'licensed', (input, request) => retention(deps, input, request)),
    onRaw(calls.previewWorkbook, { ...file, access: read }, (_, request, wire) =>
      during(request, () => previewWorkbook(deps, request, wire)),
    ),
    onRaw(calls.sendWorkbook, { ...file, access: 'licensed' }, (_, request, wire) =>
      during(request, () => deps.publishWorkbook(request, wire)),
    ),
  ];
}
