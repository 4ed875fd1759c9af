import { entityOf, type Gropic, groupOf, isReportGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import type { Principal, User } from '@sheetwire/rules/principal';
import type { Perms } from '#ports/perms.ts';
import type { Rights } from './rights.ts';
import { type Lists, listNames, withoutGrant } from './saved-lists.ts';
import { mayInteract, mayPublish, mayView, names, type TopicFacts } from './topic-rights.ts';

/** What somebody may do with a gropic. */
export interface RightsHeld {
  readonly view: boolean;
  readonly publish: boolean;
  readonly interact: boolean;
  readonly administer: boolean;
}

export type Reasons = Readonly<Record<keyof RightsHeld, string>>;

/** An entry of a list that holds the user. */
export interface Grant {
  readonly list: keyof Lists;
  readonly principal: Principal;
  /** From the user through groups to the principal that the list names. */
  readonly path: readonly Principal[];
  readonly withoutGrant: RightsHeld;
}

export interface Explanation {
  readonly decidedBy: 'report' | 'group' | 'none';
  readonly decidingGropic: Gropic | undefined;
  readonly rights: RightsHeld;
  readonly reasons: Reasons;
  readonly grants: readonly Grant[];
  readonly groupWouldGive: RightsHeld | undefined;
}

/** Of whom, of what, and what the server knows of them beside the lists. */
export interface ExplainedRights {
  readonly user: User;
  readonly gropic: Gropic;
  /** Of the report, where the gropic is one. */
  readonly hasViewSecret: boolean;
  readonly isSuperAdmin: boolean;
  readonly blockAdminPage: boolean;
  readonly isDisabled: boolean;
}

/** Why a user can or cannot view, publish, interact or administer on the web, and what each entry gives (semantics 2). */
export function explain(rights: Rights, asked: ExplainedRights): Explanation {
  const { gropic } = asked;
  const own = rights.administered.get(gropic);
  const group = isReportGropic(gropic) ? rights.administered.get(groupOf(gropic)) : undefined;
  const deciding = own ?? group;
  const held = heldBy(rights, asked, deciding);
  return {
    decidedBy: decidedBy(deciding),
    decidingGropic: deciding?.gropic,
    rights: held,
    reasons: reasonsFor(rights, asked, deciding, held),
    grants: deciding ? grantsOf(rights, asked, deciding) : [],
    groupWouldGive: own && group ? heldBy(rights, asked, group) : undefined,
  };
}

function decidedBy(deciding: Perms | undefined): Explanation['decidedBy'] {
  if (deciding === undefined) return 'none';
  return isReportGropic(deciding.gropic) ? 'report' : 'group';
}

/** What these lists give; only a gropic's own admins administer it. */
function heldBy(rights: Rights, asked: ExplainedRights, perms: Perms | undefined): RightsHeld {
  const { user, gropic, hasViewSecret, isDisabled } = asked;
  if (isDisabled) return { view: false, publish: false, interact: false, administer: false };
  const holder = rights.holder(user);
  const topic = branded<'Topic'>(gropic);
  const { unadministered } = rights;
  const facts: TopicFacts = { topic, perms, hasViewSecret, hasPublishSecret: false, unadministered };
  const web = { isWeb: true, provesViewSecret: false };
  const isOwnAdmin = perms?.gropic === gropic && names(perms.admins, holder.principals);
  return {
    view: mayView(holder, facts, web),
    publish: mayPublish(holder, facts),
    interact: mayInteract(holder, facts, web),
    administer: !asked.blockAdminPage && (asked.isSuperAdmin || isOwnAdmin),
  };
}

/** Entries that are explained, and the names on all their ways: beyond it the first of each list are enough. */
const MOST_GRANTS = 40;
const MOST_NAMES = 20_000;

function grantsOf(rights: Rights, asked: ExplainedRights, perms: Perms): Grant[] {
  const ways = rights.membership.waysOf(asked.user);
  let left = MOST_NAMES;
  return listNames.flatMap((list) => {
    const grants: Grant[] = [];
    for (const principal of perms[list]) {
      if (grants.length >= MOST_GRANTS || left <= 0) break;
      const path = ways.to(principal);
      if (path === undefined) continue;
      left -= path.length;
      const without = heldBy(rights, asked, { ...perms, ...withoutGrant(perms, list, principal) });
      grants.push({ list, principal, path, withoutGrant: without });
    }
    return grants;
  });
}

const roles = { view: 'viewers', publish: 'publishers', interact: 'interactors', administer: 'admins' } as const;
const nouns = { view: 'a viewer', publish: 'a publisher', interact: 'an interactor', administer: 'an admin' } as const;

function reasonsFor(rights: Rights, asked: ExplainedRights, deciding: Perms | undefined, held: RightsHeld): Reasons {
  const reason = (right: keyof RightsHeld) => reasonFor(rights, asked, { right, deciding, isHeld: held[right] });
  return {
    view: reason('view'),
    publish: reason('publish'),
    interact: reason('interact'),
    administer: reason('administer'),
  };
}

interface Question {
  readonly right: keyof RightsHeld;
  readonly deciding: Perms | undefined;
  readonly isHeld: boolean;
}

function reasonFor(rights: Rights, asked: ExplainedRights, question: Question): string {
  if (asked.isDisabled) return 'The account is disabled';
  const { right, deciding } = question;
  if (right === 'administer' && asked.blockAdminPage)
    return 'This account does not have permission to administer reports';
  if (right === 'administer' && asked.isSuperAdmin) return 'A super administrator administers everything';
  if (deciding === undefined) return unadministeredReason(rights, asked, question);
  return listReason(rights, asked, { ...question, deciding });
}

function unadministeredReason(
  rights: Rights,
  { user, gropic, hasViewSecret }: ExplainedRights,
  { right, isHeld }: Question,
) {
  if (right === 'administer') return 'It has no admins';
  if (right === 'interact') return 'It has no admins; without admins, no one can interact with it';
  if (isHeld) return `It has no admins and is open to every user of ${entityOf(gropic)}`;
  if (rights.unadministered === 'none') return 'It has no admins and stays closed until it gets one';
  if (entityOf(user) !== entityOf(gropic)) return `It has no admins and is open only to users of ${entityOf(gropic)}`;
  return hasViewSecret ? 'It has a view secret and no admins' : 'It has no admins';
}

function listReason(
  rights: Rights,
  asked: ExplainedRights,
  { right, deciding, isHeld }: Question & { readonly deciding: Perms },
) {
  const { user, gropic } = asked;
  const list = roles[right];
  if (right === 'administer' && deciding.gropic !== gropic) {
    return `It has no rights of its own; the admins of ${deciding.gropic} can administer it`;
  }
  const first = rights.membership.waysOf(user).toNearest(deciding[list]);
  if (!first) return `Not ${nouns[right]} of ${deciding.gropic}${override(rights, asked, deciding)}`;
  const role = `Is ${nouns[right]} of ${deciding.gropic}`;
  if (!isHeld) return `${role}, but not a viewer`;
  const [, ...through] = first;
  return through.length === 0 ? role : `${role} through ${through.join(' in ')}`;
}

function override(rights: Rights, { gropic }: ExplainedRights, deciding: Perms): string {
  const stands = deciding.gropic === gropic && isReportGropic(gropic) && rights.administered.has(groupOf(gropic));
  return stands ? `; the report's rights override those of ${groupOf(gropic)}` : '';
}
