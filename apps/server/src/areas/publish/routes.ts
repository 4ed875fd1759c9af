import { limits } from '@sheetwire/contract/limits';
import * as calls from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import type { Controls } from '#controls/controls.ts';
import type { ReportParts } from '#http/linked-files/address.ts';
import { on, onBytes, onRaw, type Route } from '#http/route.ts';
import type { Rights } from '#policies/rights.ts';
import type { AuditLog } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';
import type { LinkedFileStore } from '#ports/linked-files.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { SecretHasher } from '#report/secrets.ts';
import { publishAck } from './publish-ack.ts';
import { publishCells } from './publish-cells.ts';
import { publishControls } from './publish-controls.ts';
import { publishLinkedFile } from './publish-linked-file.ts';
import { publishOpen } from './publish-open.ts';
import { publishRemove } from './publish-remove.ts';
import { publishReport } from './publish-report.ts';
import type { PublishRate } from './rate.ts';
import { RefusalNotes } from './refusal-notes.ts';

export interface PublishDeps {
  readonly engine: ReportEngine;
  readonly rights: () => Rights;
  readonly secrets: SecretHasher;
  readonly rate: PublishRate;
  readonly audit: AuditLog;
  readonly refusals: RefusalNotes;
  readonly clock: Clock;
  /** Bytes of an unpacked publish body. */
  readonly maxBody: number;
  /** Notes that the topic's publisher was heard. */
  readonly heard: (topic: Topic) => void;
  readonly controls: Controls;
  readonly linkedFiles: Pick<LinkedFileStore, 'put' | 'removeAll'>;
  /** The report that an address names. */
  readonly topicAt: (parts: ReportParts) => Topic | undefined;
}

export function publishRoutes(given: Omit<PublishDeps, 'refusals'>): Route[] {
  const deps = { ...given, refusals: new RefusalNotes(given.clock) };
  const body = { access: 'bearer', packedBody: deps.maxBody } as const;
  const file = { access: 'bearer', body: 'stream', ignoresCookie: true } as const;
  const long = { access: 'bearer', packedBody: limits.controls.publisherBody } as const;
  return [
    onBytes(calls.publishReport, body, (bytes, parse, request) => publishReport(deps, { bytes, parse }, request)),
    on(calls.publishCells, body, (input, request) => publishCells(deps, input, request)),
    on(calls.publishRemove, 'bearer', (input, request) => publishRemove(deps, input, request)),
    onRaw(calls.publishLinkedFile, file, (_, request, wire) => publishLinkedFile(deps, request, wire)),
    on(calls.publishOpen, long, (input, request) => publishOpen(deps, input, request)),
    on(calls.publishControls, 'bearer', (input, request) => publishControls(deps, input, request)),
    on(calls.publishAck, long, (input, request) => publishAck(deps, input, request)),
  ];
}
