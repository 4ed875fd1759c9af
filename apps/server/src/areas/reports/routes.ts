import * as calls from '@sheetwire/contract/reports';
import type { Topic } from '@sheetwire/rules/topic';
import { on, type Route } from '#http/route.ts';
import type { ViewingDeps } from '#policies/viewing.ts';
import type { SnapshotStore } from '#ports/snapshots.ts';
import type { Cleaner } from '#report/cleaner.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { Publishers } from '#report/publishers.ts';
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
}

export function reportsRoutes(own: Omit<ReportsDeps, 'answers'>): Route[] {
  const deps = { ...own, answers: new PackedAnswers() };
  return [on(calls.report, 'bearer-or-session', (input, request) => report(deps, input, request))];
}
