import * as calls from '@sheetwire/contract/recoversettings';
import { on, type Route } from '#http/route.ts';
import { previewRecovery } from './preview-recovery.ts';
import { recover } from './recover.ts';
import type { RecoverDeps } from './recover-deps.ts';
import { settingsDates } from './settings-dates.ts';

/** The calls of Recover Settings (spec 7, Recover). */
export function recoverRoutes(deps: RecoverDeps): Route[] {
  return [
    on(calls.settingsDates, 'super', () => settingsDates(deps)),
    on(calls.previewRecovery, 'super', (input, request) => previewRecovery(deps, input, request)),
    on(calls.recover, 'super', (input, request) => recover(deps, input, request)),
  ];
}
