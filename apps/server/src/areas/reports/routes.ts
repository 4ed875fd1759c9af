import { limits } from '@sheetwire/contract/limits';
import * as pastCalls from '@sheetwire/contract/past/calls';
import { publishVersions } from '@sheetwire/contract/publishing/for-programs';
import * as reportCalls from '@sheetwire/contract/reports';
import { verify as verifyCall } from '@sheetwire/contract/verify/calls';
import { linkVersion as linkCall } from '@sheetwire/contract/verify/link';
import { on, type Route } from '#http/route.ts';
import { KeptAnswers } from './kept-answers.ts';
import { onControlAction } from './on-control-action.ts';
import { PackedAnswers } from './packed-answers.ts';
import { cellHistory } from './past/cell-history.ts';
import { linkVersion } from './past/link-version.ts';
import { verify } from './past/verify.ts';
import { versions } from './past/versions.ts';
import { report } from './report.ts';
import type { ReportsDeps } from './reports-deps.ts';

const calls = { ...reportCalls, ...pastCalls, linkVersion: linkCall, verify: verifyCall, publishVersions };

export function reportsRoutes(own: Omit<ReportsDeps, 'answers' | 'days'>): Route[] {
  const deps = { ...own, answers: new PackedAnswers(), days: new KeptAnswers() };
  const update = { access: 'licensed', packedBody: limits.controls.updateBody } as const;
  const figures = { access: 'bearer-or-licensed', packedBody: limits.verify.body } as const;
  return [
    on(calls.report, 'bearer-or-session', (input, request) => report(deps, input, request)),
    on(calls.versions, 'licensed', (input, request) => versions(deps, input, request)),
    on(calls.publishVersions, 'bearer', (input, request) => versions(deps, input, request)),
    on(calls.cellHistory, 'licensed', (input, request) => cellHistory(deps, input, request)),
    on(calls.linkVersion, 'licensed', (input, request) => linkVersion(deps, input, request)),
    on(calls.verify, figures, (input, request) => verify(deps, input, request)),
    on(calls.onControlAction, update, (input, request) => onControlAction(deps, input, request)),
  ];
}
