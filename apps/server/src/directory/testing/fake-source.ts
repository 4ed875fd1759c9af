import type { MovedClock } from '#storage/suite/moved-clock.ts';
import type { FoundGroup, FoundPerson } from '../ldap/dialect.ts';
import { DirectoryFault } from '../ldap/fault.ts';

/** A group of these people, by whose names it knows them. */
export function group(short: string, members: readonly string[] = []): FoundGroup {
  return { id: short, dn: short, name: short, members, memberNames: [] };
}

/** A directory in memory: the sync asks it what it asks a server. */
export class FakeSource {
  people = new Map<string, FoundPerson>();
  groups = new Map<string, FoundGroup>();
  reads: string[] = [];
  isUp = true;
  canLookUp = true;
  /** False when another server answers, which knows nothing of the cursor. */
  knowsCursor = true;
  server = 'dc1';
  /** '' where it does not show what changed. */
  cursor = 'c';
  /** Groups that this server tells of only when asked for everything. */
  untold = new Set<string>();
  /** What one look takes, ms. */
  takes = 0;
  /** Of each look at what changed, whether it asked for the groups that are there. */
  asked: boolean[] = [];
  readonly #clock: Pick<MovedClock, 'move'>;
  #changed: FoundPerson[] = [];

  constructor(count: number, clock: Pick<MovedClock, 'move'>) {
    this.#clock = clock;
    for (let n = 0; n < count; n++) this.put(`u${n}`);
  }

  put(short: string, change: Partial<FoundPerson> = {}): void {
    const person = { id: short, dn: short, name: short, email: '', isDisabled: false, ...change };
    this.people.set(person.id, person);
    this.#changed.push(person);
  }

  async readAll() {
    this.reads.push('all');
    if (!this.isUp) throw new DirectoryFault('down');
    this.#changed = [];
    const found = { people: [...this.people.values()], groups: [...this.groups.values()] };
    return { found, cursor: this.cursor, referrals: 2, server: this.server };
  }

  async readChanges(_cursor: string, _signal: AbortSignal, asksGroups = false) {
    this.reads.push('changes');
    this.asked.push(asksGroups);
    if (!this.isUp) throw new DirectoryFault('down');
    this.#clock.move(this.takes);
    const groups = [...this.groups.values()].filter(({ id }) => !this.untold.has(id));
    const look = { found: { people: this.#changed, groups }, cursor: 'c', referrals: 0, server: this.server };
    if (!this.knowsCursor) return undefined;
    return asksGroups ? { ...look, groupIds: new Set(this.groups.keys()) } : look;
  }

  putGroup(short: string, ...members: string[]): void {
    this.groups.set(short, group(short, members));
  }

  async lookUp(names: readonly string[]) {
    if (!this.canLookUp) throw new DirectoryFault('down again');
    return [...this.people.values()].filter((person) => names.includes(person.name));
  }
}
