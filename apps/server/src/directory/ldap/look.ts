import { limits } from '@sheetwire/contract/limits';
import { AndFilter, type Client, type Entry, type Filter } from 'ldapts';
import { cursorAfter, type Mark } from './cursor.ts';
import type { Dialect, Found, FoundGroup, FoundPerson } from './dialect.ts';
import { DirectoryFault } from './fault.ts';
import { withAllValues } from './ranges.ts';

/** Everything that a look found, and where the next one begins. */
export interface Look {
  readonly found: Found;
  /** '' where the server does not show when entries changed: all has to be read again. */
  readonly cursor: string;
  /** Referrals to other servers, which are not followed. */
  readonly referrals: number;
  /** Which server of the directory answered; '' where they cannot be told apart. */
  readonly server: string;
  /** The ids of all groups that are there, changed or not, where they were asked for. */
  readonly groupIds?: ReadonlySet<string>;
}

/** A conversation that reads everything, or what changed. */
export interface Looking {
  readonly client: Client;
  readonly bytesRead: () => number;
  readonly mark: Mark;
  readonly since: Filter | undefined;
  /** Where the look before this one left off; '' before the first. */
  readonly cursor: string;
}

/** What the pages of a search left behind. */
interface Trail {
  newest: string;
  referrals: number;
}

/** Page after page, people first; what would not fit in memory is a fault. */
export async function look(
  looking: Looking,
  { userBase, groupBase }: { readonly userBase: string; readonly groupBase: string },
): Promise<Look> {
  const trail: Trail = { newest: '', referrals: 0 };
  const people = await readPeople(looking, userBase, trail);
  const groups = await readGroups(looking, groupBase, trail);
  return {
    found: { people, groups },
    cursor: isBlind(looking, trail) ? '' : cursorAfter(looking.mark, trail.newest, looking.cursor),
    referrals: trail.referrals,
    server: looking.mark.invocationId,
  };
}

/** No entry at all shows its time of change: a search for what changed would find nothing for ever. */
function isBlind({ mark, since }: Looking, { newest }: Trail): boolean {
  return mark.invocationId === '' && since === undefined && newest === '';
}

async function readPeople(looking: Looking, base: string, trail: Trail): Promise<FoundPerson[]> {
  const { dialect, at } = looking.mark;
  const people: FoundPerson[] = [];
  const search = { base, filter: dialect.people, attributes: dialect.personAttributes, most: limits.directory.people };
  for await (const entry of entries(looking, search, trail)) {
    const person = dialect.person(entry, at);
    if (person) people.push(person);
  }
  return people;
}

async function readGroups(looking: Looking, base: string, trail: Trail): Promise<FoundGroup[]> {
  const { dialect } = looking.mark;
  const groups: FoundGroup[] = [];
  const search = { base, filter: dialect.groups, attributes: dialect.groupAttributes, most: limits.directory.groups };
  let members = 0;
  for await (const entry of entries(looking, search, trail)) {
    const group = dialect.group(await withAllMembers(looking.client, dialect, entry));
    if (group === undefined) continue;
    groups.push(group);
    members += group.members.length + group.memberNames.length;
    if (members > limits.directory.members) throw new DirectoryFault('the groups have too many members');
  }
  return groups;
}

/** No change tells that a group was deleted or moved out of the base: it is missing here. */
export async function readGroupIds(looking: Looking, base: string): Promise<ReadonlySet<string>> {
  const { dialect } = looking.mark;
  const ids = new Set<string>();
  const search = { base, filter: dialect.groups, attributes: dialect.groupIdAttributes, most: limits.directory.groups };
  for await (const entry of entries({ ...looking, since: undefined }, search, { newest: '', referrals: 0 })) {
    const group = dialect.group(entry);
    if (group) ids.add(group.id);
  }
  return ids;
}

interface Search {
  readonly base: string;
  readonly filter: Filter;
  readonly attributes: readonly string[];
  readonly most: number;
}

async function* entries(
  { client, bytesRead, mark: { dialect }, since }: Looking,
  { base, filter, attributes, most }: Search,
  trail: Trail,
): AsyncGenerator<Entry> {
  let count = 0;
  const options = {
    filter: since ? new AndFilter({ filters: [filter, since] }) : filter,
    attributes: [...attributes],
    explicitBufferAttributes: [...dialect.bytesAttributes],
    paged: { pageSize: limits.directory.page },
  };
  for await (const { searchEntries, searchReferences } of client.searchPaginated(base, options)) {
    count += searchEntries.length;
    if (count > most) throw new DirectoryFault(`${base} has more than ${most} entries; use a narrower base`);
    if (bytesRead() > limits.directory.bytes) throw new DirectoryFault(`${base} sends too much data`);
    trail.referrals += searchReferences.length;
    for (const entry of searchEntries) {
      const stamp = dialect.stamp(entry);
      if (stamp > trail.newest) trail.newest = stamp;
      yield entry;
    }
  }
}

async function withAllMembers(client: Client, dialect: Dialect, entry: Entry): Promise<Entry> {
  let complete = entry;
  for (const attribute of dialect.memberAttributes) {
    complete = await withAllValues(complete, attribute, async (part) => {
      const { searchEntries } = await client.search(entry.dn, { scope: 'base', attributes: [part] });
      return searchEntries[0];
    });
  }
  return complete;
}
