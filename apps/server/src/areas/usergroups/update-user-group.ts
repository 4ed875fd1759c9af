import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { updateUserGroup as call } from '@sheetwire/contract/usergroups';
import { type Group, isEveryone, type Principal } from '@sheetwire/rules/principal';
import type { KnownRequest } from '#http/route.ts';
import type { GroupRecord } from '#ports/perms.ts';
import { contentId } from '#principals/name-lists.ts';
import { groupOfDirectory, noSuchGroup, noteOf, type UserGroupsDeps } from './user-groups-deps.ts';

type Answer = Output<typeof call>;
type Input = Parsed<typeof call>;

/** Sets the members of a user group: never the group itself, never everyone, only who exists (spec 5; semantics 1). */
export async function updateUserGroup(deps: UserGroupsDeps, given: Input, request: KnownRequest): Promise<Answer> {
  const asked = { ...given, members: [...new Set(given.members)] };
  const fault = faultOf(asked.group, asked.members);
  if (fault !== undefined) return { message: fault };
  for (let tries = 1; ; tries++) {
    const found = await deps.stores.groups.get(asked.group);
    if (found === undefined) return { message: noSuchGroup };
    if (found.isDirectory) return { message: groupOfDirectory };
    const isStale = asked.groupId !== undefined && asked.groupId !== contentId(found.members);
    if (isStale || tries > limits.membersTries) return { stale: true, ...shown(found) };
    const answer = await save(deps, { asked, found }, request);
    if (answer !== undefined) return answer;
  }
}

/** Undefined when somebody else was faster. */
async function save(
  deps: UserGroupsDeps,
  { asked: { group, members }, found }: { readonly asked: Input; readonly found: GroupRecord },
  request: KnownRequest,
): Promise<Answer | undefined> {
  const expected = found.members;
  if (contentId(members) === contentId(expected)) return shown(found);
  const before = { action: 'user group changed', object: group, before: expected, after: members };
  const outcome = await deps.stores.groups.setMembers(group, {
    members,
    expected,
    note: noteOf(deps, request, before),
  });
  if (outcome === 'stale') return undefined;
  if (outcome === 'gone') return { message: noSuchGroup };
  if (outcome !== 'done') return { message: `Unknown user or group ${outcome.unknown.slice(0, most).join(', ')}` };
  await deps.groupChanged(group);
  return shown({ ...found, members });
}

const most = 10;

function shown({ name, members }: GroupRecord): Answer {
  return { group: name, members: [...members], groupId: contentId(members) };
}

function faultOf(group: Group, members: readonly Principal[]): string | undefined {
  if (members.includes(group)) return 'A group cannot be a member of itself';
  const everyone = members.find(isEveryone);
  return everyone === undefined ? undefined : `${everyone} cannot be a member of a group`;
}
