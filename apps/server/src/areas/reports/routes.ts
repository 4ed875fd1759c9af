import { limits } from '@sheetwire/contract/limits';
import * as calls from '@sheetwire/contract/reports';
import type { Topic } from '@sheetwire/rules/topic';
import type { Controls } from '#controls/controls.ts';
import { type KnownRequest, on, type Route } from '#http/route.ts';
import type { ViewingDeps } from '#policies/viewing.ts';
import type { SnapshotStore } from '#ports/snapshots.ts';
import type { Cleaner } from '#report/cleaner.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { Publishers } from '#report/publishers.ts';
import { onControlAction } from './on-control-action.ts';
import { PackedAnswers } from './packed-answers.ts';
import { report } from './report.ts';

export interface ReportsDeps extends ViewingDeps {
  readonly engine: ReportEngine;
  readonly publishers: Publishers;
  readonly snapshots: SnapshotStore;
  readonly snapshotDates: (topic: Topic) => Promise<readonly string[]>;
  readonly cleaner: Cleaner;
  /** A page's wire form: base64 gzip when it is large (semantics 4). */
  readonly encode: (html: string) => Promise<string>;
  readonly answers: PackedAnswers;
  readonly controls: Controls;
  /** The store's own clock, epoch ms. */
  readonly storeNow: () => Promise<number>;
  /** Calls of one user and updates of one topic: each refuses with 429 over its rate. */
  readonly controlRates: { readonly user: Rate; readonly topic: Rate };
  /** Notes in the audit log that somebody used a control without the right to. */
  readonly noteRefusal: (topic: Topic, request: KnownRequest) => Promise<void>;
}

interface Rate {
  take(whose: string): void;
}

export function reportsRoutes(own: Omit<ReportsDeps, 'answers'>): Route[] {
  const deps = { ...own, answers: new PackedAnswers() };
  const update = { access: 'licensed', packedBody: limits.controls.updateBody } as const;
  return [
    on(calls.report, 'bearer-or-session', (input, request) => report(deps, input, request)),
    on(calls.onControlAction, update, (input, request) => onControlAction(deps, input, request)),
  ];
}
