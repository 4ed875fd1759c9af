import { type Deed, rights, usual } from './acts.ts';
import { accounts } from './deeds/accounts.ts';
import { controls } from './deeds/controls.ts';
import { guarded } from './deeds/guarded.ts';
import { history } from './deeds/history.ts';
import { publishing } from './deeds/publishing.ts';
import { givenRights } from './deeds/rights.ts';
import { own } from './reads.ts';
import type { Stage } from './stage.ts';

/** In this order: each leaves what the next needs. */
export const deeds: readonly Deed[] = [...publishing, ...givenRights, ...history, ...guarded, ...controls, ...accounts];

/** What is there before the first of them: a group of reports with its admin, and a copy of the settings. */
export async function prepare(stage: Stage): Promise<void> {
  await stage.does('boss', 'admin/assumeadmin/', { gropic: own });
  await rights(own, usual)(stage);
  await stage.here.stores.settingsBackups.keepDay();
  const day = new Date(stage.here.clock.now()).toISOString().slice(0, 10);
  stage.notes.set('isoDay', day);
  stage.notes.set('day', day.replaceAll('-', ''));
}
