import type { SettingKind } from '@sheetwire/contract/recoversettings';
import type { User } from '@sheetwire/rules/principal';
import type { CopyChoice, Entrance, Recovery, RecoveryOutcome, RecoveryRefusal } from '#ports/settings-backups.ts';
import type { Context } from '../context.ts';
import { kindsUnder, readCopy } from './copies.ts';
import type { Door, Way } from './kind.ts';
import { presentNames } from './kinds/names.ts';
import { kindOf } from './kinds.ts';
import { orphansWithout, rightsLostWith } from './lost-rights.ts';

/** The ways to the copies in the order in which they are gone, and what they change. */
export interface OpenWay {
  readonly ways: readonly Way[];
  readonly recovery: Recovery;
}

type Db = Context['db'];

/** Who there is comes before what names them. */
const order: readonly SettingKind[] = ['users', 'usergroups', 'permissions', 'snapshots'];

/** What names the entries of a kind. */
const namedBy: Record<SettingKind, readonly SettingKind[]> = {
  users: ['usergroups', 'permissions'],
  usergroups: ['permissions'],
  permissions: [],
  snapshots: [],
};

/** The way to the chosen copies, or why it is not gone (semantics 7). */
export async function openWay(
  db: Db,
  choice: CopyChoice,
): Promise<OpenWay | Extract<RecoveryOutcome, { refused: unknown }>> {
  const { kind, name } = choice;
  const under = await kindsUnder(db, name);
  const also = choice.also ?? (under.isUndo ? under.kinds : []);
  const ways: Way[] = [];
  let heir: User = choice.by;
  let known = presentNames(db);
  for (const one of order.filter((each) => each === kind || also.includes(each))) {
    const way = await wayTo(db, one, { name, by: heir, known });
    if (typeof way === 'string') return { refused: way, kind: one };
    const left = way.doorOf === undefined ? heir : heirOf(way.doorOf, choice);
    if (left === undefined) return { refused: 'locked-out', kind: one };
    [heir, known] = [left, way.known];
    ways.push(way);
  }
  return { ways, recovery: await recoveryOf(db, ways, { choice, heir, under: under.kinds }) };
}

async function wayTo(
  db: Db,
  kind: SettingKind,
  { name, ...going }: { readonly name: string; readonly by: User; readonly known: Way['known'] },
): Promise<Way | RecoveryRefusal> {
  const copy = await readCopy(db, kind, name);
  if (typeof copy === 'string') return copy;
  return (await kindOf(kind).wayTo(db, copy, going)) ?? 'broken';
}

interface Told {
  readonly choice: CopyChoice;
  readonly heir: User;
  /** Kinds with a copy of the same name. */
  readonly under: readonly SettingKind[];
}

async function recoveryOf(db: Db, ways: readonly Way[], { choice, heir, under }: Told): Promise<Recovery> {
  const changes = ways.map(({ change }) => change);
  const own = changes.find(({ kind }) => kind === choice.kind);
  if (own === undefined) throw new Error('a recovery without its own kind');
  const gone = ways.flatMap((way) => way.gone);
  // What is recovered with it says by itself who administers what.
  const isRuled = changes.some(({ kind }) => kind === 'permissions');
  const adopted = isRuled ? ways.flatMap((way) => way.adopted) : await orphansWithout(db, gone);
  const isNamed = own.added.length + own.removed.length > 0;
  return {
    ...own,
    also: changes.filter((change) => change !== own),
    offered: under.filter((kind) => namedBy[own.kind].includes(kind) && isNamed),
    lost: await rightsLostWith(db, gone),
    adopted,
    adoptedBy: heir,
    ended: ways.flatMap((way) => way.ended),
  };
}

/** Who administers what has no admin left: whoever recovers, or a super admin who is still let in afterwards. */
function heirOf(doorOf: (user: User) => Door | undefined, { by, entrance }: CopyChoice): User | undefined {
  const left = superAdmins(entrance).filter(({ user, adUser }) => letsIn(doorOf(user), adUser, entrance));
  return (left.find(({ user }) => user === by) ?? left[0])?.user;
}

function superAdmins({ names, associated }: Entrance): { readonly user: User; readonly adUser: string | undefined }[] {
  return [...names.map((user) => ({ user, adUser: undefined })), ...associated];
}

/** True when this account is there, not disabled, still the same person's, and can be signed in to. */
function letsIn(door: Door | undefined, adUser: string | undefined, entrance: Entrance): boolean {
  if (door === undefined || door.isDisabled) return false;
  if (adUser !== undefined && door.adUser !== adUser) return false;
  return door.hasPassword || entrance.singleSignOn || (entrance.windows && door.adUser !== null);
}
