import { setImmediate as nextTurn } from 'node:timers/promises';
import type { gropicPerms as call } from '@sheetwire/contract/admin';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import { entityOf, type Gropic, isReservedGroup } from '@sheetwire/rules/gropic';
import { isEveryone, type Principal } from '@sheetwire/rules/principal';
import type { KnownRequest } from '#http/route.ts';
import type { Actor } from '#lib/actor.ts';
import { mayChange } from '#policies/administering.ts';
import {
  areSameLists,
  type Lists,
  listNames,
  mayBeSaved,
  noLists,
  risingIn,
  savedLists,
} from '#policies/saved-lists.ts';
import type { Perms, PermsOutcome } from '#ports/perms.ts';
import type { AdminDeps } from './admin-deps.ts';
import { takeAdminTurn } from './admin-turns.ts';
import { hasSeen, permsView } from './perms-view.ts';
import { foreignTo, knowing } from './principals-shown.ts';

type Answer = Output<typeof call>;
type Input = Parsed<typeof call>;

/**
 * Saves the lists of a gropic whole, on the lists that the page last saw: of two admins at once the second is told and
 * nothing is lost (semantics 2).
 */
export async function gropicPerms(deps: AdminDeps, input: Input, request: KnownRequest): Promise<Answer> {
  await letOthers(input);
  for (let tries = 0; tries < limits.rightsTries; tries++) {
    const before = await deps.stores.perms.get(input.gropic);
    await letOthers(input);
    const refused = await refusal(deps, input, before, request);
    if (refused) return refused;
    if (tries === 0) await takeAdminTurn(deps, request.actor, 'rightsChanges');
    await letOthers(input);
    // A right by a group may have gone while the turn was waited for: no list tells of it.
    if (!mayChange(deps.rights(), request.actor, before)) return { unauthorized: true };
    const answer = await save(deps, input, before, request);
    if (answer) return answer;
  }
  return { message: 'Someone else is changing it; try again' };
}

/** Names that are gone through in one turn of the event loop. */
const MANY = 1000;

/** Long lists are read, held against the present ones, written and shown in turns of their own. */
async function letOthers(lists: Lists): Promise<void> {
  if (listNames.reduce((sum, name) => sum + lists[name].length, 0) > MANY) await nextTurn();
}

/** Why nothing is saved, or the present lists where there is nothing to save. */
async function refusal(
  deps: AdminDeps,
  input: Input,
  before: Perms | undefined,
  { actor }: KnownRequest,
): Promise<Answer | undefined> {
  const { gropic, gropicPermsId } = input;
  if (!mayChange(deps.rights(), actor, before)) return { unauthorized: true };
  const present = () => presentLists(deps, gropic, before);
  if (gropicPermsId !== undefined && !hasSeen(gropicPermsId, gropic, before))
    return { stale: true, ...(await present()) };
  const wanted = savedLists(before ?? noLists, input);
  if (areSameLists(before ?? noLists, wanted)) return present();
  if (!mayBeSaved(before ?? noLists, wanted)) return { message: texts.lastAdmin, ...(await present()) };
  if (before === undefined && isReservedGroup(gropic, deps.settings.company)) {
    return { message: `${gropic} is reserved`, ...(await present()) };
  }
  const message = namesRefusal(deps, actor, { gropic, before: before ?? noLists, wanted });
  return message === undefined ? undefined : { message, ...(await present()) };
}

/**
 * Who comes in must be known to the caller and of the gropic's entity; who is of another one stays where it stands or
 * goes, whatever else the caller administers (semantics 2).
 */
function namesRefusal(
  deps: AdminDeps,
  actor: Actor,
  { gropic, before, wanted }: { readonly gropic: Gropic; readonly before: Lists; readonly wanted: Lists },
): string | undefined {
  const isKnown = knowing(deps, actor);
  const come = coming(before, wanted);
  const strangers = come.filter((one) => !isKnown(one));
  if (strangers.length > 0) return unknownText(strangers);
  const isForeign = foreignTo(actor, gropic);
  const foreigners = come.filter(isForeign);
  if (foreigners.length > 0) return foreignText(foreigners, comers);
  const rising = risingIn(before, wanted).filter(isForeign);
  return rising.length > 0 ? foreignText(rising, risers) : undefined;
}

/** Undefined when somebody else was first and the caller named no lists that it had seen. */
async function save(
  deps: AdminDeps,
  input: Input,
  before: Perms | undefined,
  request: KnownRequest,
): Promise<Answer | undefined> {
  const { gropic } = input;
  const wanted = savedLists(before ?? noLists, input);
  const outcome = await change(deps, { gropic, before, wanted }, request);
  if (outcome.state === 'stale') return undefined;
  if (outcome.state === 'unknown') {
    return { message: unknownText(outcome.principals), ...(await presentLists(deps, gropic, before)) };
  }
  await deps.tellRights(gropic);
  await letOthers(wanted);
  const isLeft = wanted.admins.length === 0;
  return presentLists(deps, gropic, isLeft ? undefined : { gropic, ...wanted, version: outcome.version });
}

function change(
  { stores, clock }: AdminDeps,
  { gropic, before, wanted }: { readonly gropic: Gropic; readonly before: Perms | undefined; readonly wanted: Lists },
  { actor, address }: KnownRequest,
): Promise<PermsOutcome> {
  const { viewers, publishers, interactors, admins } = before ?? noLists;
  const action = wanted.admins.length === 0 ? 'rights given up' : 'rights changed';
  const note = { at: clock.now(), actor: actor.user, action, object: gropic, address };
  return stores.perms.change({
    perms: { gropic, ...wanted, version: before?.version ?? 0 },
    note: { ...note, before: { viewers, publishers, interactors, admins }, after: wanted },
  });
}

async function presentLists(deps: AdminDeps, gropic: Gropic, perms: Perms | undefined): Promise<Answer> {
  const { gropicPerms: lists, id } = await permsView(deps.rights(), gropic, perms);
  return { gropicPerms: lists, gropicPermsId: id };
}

function coming(before: Lists, after: Lists): Principal[] {
  const known = new Set(listNames.flatMap((name) => before[name]));
  return [...new Set(listNames.flatMap((name) => after[name]))].filter((one) => !known.has(one));
}

/** Of one, and of several: what becomes of them. */
type Ends = readonly [string, string];

const comers: Ends = [
  'belongs to another entity; only a super administrator can give it rights',
  'belong to other entities; only a super administrator can give them rights',
];

const risers: Ends = [
  'belongs to another entity; you can remove its rights, but only a super administrator can add more',
  'belong to other entities; you can remove their rights, but only a super administrator can add more',
];

function foreignText(principals: readonly Principal[], [ofOne, ofMany]: Ends): string {
  return `${someOf(principals)} ${principals.length === 1 ? ofOne : ofMany}; nothing was saved`;
}

/** What does not exist and what the caller may not know of read alike. */
function unknownText(principals: readonly Principal[]): string {
  const names = principals.map((one) => (isEveryone(one) ? entityOf(one) : one));
  return `Unknown user, group or entity ${someOf(names)}; nothing was saved`;
}

function someOf(names: readonly string[]): string {
  const some = names.slice(0, MOST_NAMED);
  const more = names.length > some.length ? ` and ${names.length - some.length} more` : '';
  return `${some.join(', ')}${more}`;
}

const MOST_NAMED = 5;
