import type { adminDetails as call } from '@sheetwire/contract/admin';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { entityOf, type Gropic } from '@sheetwire/rules/gropic';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { snapshotLocations } from '@sheetwire/rules/snapshot-location';
import { defaultSnapshotLocation, defaultSnapshotTime } from '@sheetwire/rules/snapshot-time';
import type { KnownRequest } from '#http/route.ts';
import type { Actor } from '#lib/actor.ts';
import { adminedBy, mayConfigure } from '#policies/administering.ts';
import { claimRefusal } from '#policies/claiming.ts';
import type { AdminDeps } from './admin-deps.ts';
import type { AdminedTold } from './admined-told.ts';
import type { KeptSettings } from './kept-settings.ts';
import { permsView } from './perms-view.ts';
import { mayName, principalsFor } from './principals-shown.ts';

type Answer = Output<typeof call>;
type Input = Parsed<typeof call>;

export interface DetailsDeps extends AdminDeps {
  readonly told: AdminedTold;
  readonly snapshots: Pick<KeptSettings, 'effective'>;
}

/** Everything the Admin page shows; what it holds already is not sent again (spec 7). */
export async function adminDetails(deps: DetailsDeps, input: Input, { actor }: KnownRequest): Promise<Answer> {
  if (actor.blockAdminPage) return { unauthorized: true };
  const { selectedGropic: gropic } = input;
  const names = await principals(deps, input, actor);
  const news = { ...locations(input), ...names, ...admined(deps, input, actor) };
  const lists = { ...news, ...claiming(deps, actor) };
  if (gropic === '') return { ...lists, ...(await members(deps, input, actor)) };
  const mayShow = () => mayConfigure(deps.rights(), actor, gropic);
  if (!mayShow()) return { unauthorized: true, ...lists };
  const shown = {
    ...(await members(deps, input, actor)),
    gropic,
    ...(await snapshot(deps, gropic)),
    ...(await rightsLists(deps, input, gropic)),
  };
  // The right may have gone while that was read.
  return mayShow() ? { ...lists, ...shown } : { unauthorized: true, ...lists };
}

function locations({ returnTzLocations }: Input): Answer {
  if (!returnTzLocations) return {};
  return { tzLocations: [...snapshotLocations()], defaultTzLocation: defaultSnapshotLocation };
}

async function principals(deps: AdminDeps, { principalsId }: Input, actor: Actor): Promise<Answer> {
  const { id, list } = await principalsFor(deps, actor);
  if (id === principalsId) return { principalsChanged: false };
  return { principalsChanged: true, principals: [...list], principalsId: id };
}

function admined({ rights, told }: DetailsDeps, { asSuperAdmin, numAdmined }: Input, actor: Actor): Answer {
  const list = adminedBy(rights(), actor, asSuperAdmin);
  const login = `${actor.lineHash}\n${asSuperAdmin}`;
  return told.isDue(login, list, numAdmined) ? { adminedChanged: true, admined: [...list] } : { adminedChanged: false };
}

/** Why the caller may add nothing that nobody administers, where that is so. */
function claiming({ rights, settings }: AdminDeps, actor: Actor): Answer {
  const reason = claimRefusal(rights(), actor, { entity: entityOf(actor.user), rule: settings.claim });
  return reason === undefined ? {} : { claimRefusal: reason };
}

/** A report without a setting of its own shows its group's, which holds for it (semantics 6). */
async function snapshot({ snapshots }: DetailsDeps, gropic: Gropic): Promise<Answer> {
  const setting = await snapshots.effective(gropic);
  return {
    captureDailySnapshot: setting?.captures ?? false,
    snapshotTime: setting?.time ?? defaultSnapshotTime,
    snapshotTimeLocation: setting?.location ?? defaultSnapshotLocation,
    backdateSnapshot: setting?.backdates ?? false,
  };
}

async function rightsLists(deps: AdminDeps, { gropicPermsId }: Input, gropic: Gropic): Promise<Answer> {
  const rights = deps.rights();
  const { id, gropicPerms, allUsers } = await permsView(rights, gropic, rights.administered.get(gropic));
  if (id === gropicPermsId) return { gropicPermsChanged: false };
  return {
    gropicPermsChanged: true,
    gropicPerms,
    gropicPermsId: id,
    viewersAllUsers: [...allUsers.viewers],
    publishersAllUsers: [...allUsers.publishers],
    interactorsAllUsers: [...allUsers.interactors],
    adminsAllUsers: [...allUsers.admins],
  };
}

/** Everybody in the principal that is selected for adding. */
async function members(deps: AdminDeps, { principalToAdd }: Input, actor: Actor): Promise<Answer> {
  if (principalToAdd === '') return {};
  const principal = parsePrincipal(principalToAdd);
  if (principal === undefined || !mayName(deps, actor, principal))
    return { principalToAdd, principalToAddAllUsers: [] };
  const { list } = await deps.rights().usersIn([principal]);
  return { principalToAdd, principalToAddAllUsers: [...list] };
}
