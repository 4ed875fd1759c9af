import { limits } from '@sheetwire/contract/limits';
import * as calls from '@sheetwire/contract/publish';
import { type KnownRequest, on, onBytes, onRaw, type Route } from '#http/route.ts';
import { bytesWords } from '#lib/limit-words.ts';
import { historyRoutes } from './history/routes.ts';
import { publishAck } from './publish-ack.ts';
import { publishAudience } from './publish-audience.ts';
import { publishCells } from './publish-cells.ts';
import { publishControls } from './publish-controls.ts';
import type { PublishDeps } from './publish-deps.ts';
import { publishLinkedFile } from './publish-linked-file.ts';
import { publishOpen } from './publish-open.ts';
import { publishRemove } from './publish-remove.ts';
import { publishReport } from './publish-report.ts';
import { publishValues } from './publish-values.ts';
import { publishWorkbook } from './publish-workbook.ts';

export function publishRoutes(deps: PublishDeps): Route[] {
  const during = <T>({ actor }: KnownRequest, work: () => Promise<T>) => deps.callers.during(actor, work);
  const body = { access: 'bearer', packedBody: deps.maxBody, tooLarge: bytesWords(deps.maxBytes) } as const;
  const file = { access: 'bearer', body: 'stream', ignoresCookie: true } as const;
  const long = { access: 'bearer', packedBody: limits.controls.publisherBody } as const;
  return [
    onBytes(calls.publishReport, body, (bytes, parse, request) =>
      during(request, () => publishReport(deps, { bytes, parse }, request)),
    ),
    onBytes(calls.publishCells, body, (bytes, parse, request) =>
      during(request, () => publishCells(deps, { bytes, parse }, request)),
    ),
    onBytes(calls.publishValues, body, (bytes, parse, request) =>
      during(request, () => publishValues(deps, { bytes, parse }, request)),
    ),
    onRaw(calls.publishWorkbook, file, (_, request, wire) =>
      during(request, () => publishWorkbook(deps, request, wire)),
    ),
    on(calls.publishAudience, 'bearer', (input, request) => publishAudience(deps, input, request)),
    on(calls.publishRemove, 'bearer', (input, request) => during(request, () => publishRemove(deps, input, request))),
    onRaw(calls.publishLinkedFile, file, (_, request, wire) =>
      during(request, () => publishLinkedFile(deps, request, wire)),
    ),
    ...historyRoutes(deps, during),
    on(calls.publishOpen, long, (input, request) => publishOpen(deps, input, request)),
    on(calls.publishControls, 'bearer', (input, request) => publishControls(deps, input, request)),
    on(calls.publishAck, long, (input, request) => publishAck(deps, input, request)),
  ];
}
