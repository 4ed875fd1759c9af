import { limits } from '@sheetwire/contract/limits';
import type { Entity } from '@sheetwire/rules/name';
import type { Group, User } from '@sheetwire/rules/principal';
import { isPast } from '#identity/span.ts';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import { Slice } from '#lib/slices.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type {
  Directory,
  DirectoryAnswer,
  DirectoryEffects,
  DirectoryPerson,
  DirectoryState,
} from '#ports/directory.ts';
import type { AccountsOutcome, DirectoryStore } from '#ports/directory-store.ts';
import { Follower } from './follower.ts';
import type { LdapSource } from './ldap/ldap-source.ts';
import { LiveCheck } from './live-check.ts';
import { membersOf, SuperAdmins } from './super-admins.ts';
import { DirectorySync } from './sync.ts';

export interface LdapDirectoryDeps {
  readonly store: DirectoryStore;
  readonly source: LdapSource;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly entity: Entity;
  readonly userBase: string;
  readonly superAdminGroup: Group | undefined;
  readonly acceptShrink: boolean;
  /** This server's name among those of one database. */
  readonly holder: string;
  /** Between two looks at what changed, ms. */
  readonly every: number;
}

/** A directory service: its people and groups from the last good copy, and one look at itself for each sign-in. */
export class LdapDirectory implements Directory {
  readonly #deps: LdapDirectoryDeps;
  readonly #stopping = new AbortController();
  readonly #live: LiveCheck;
  readonly #follower: Follower;
  readonly #reading = new OneAtATime(() => this.#read());
  readonly #associating = new OneAtATime(() => this.#associate());
  #effects: DirectoryEffects | undefined;
  #members: ReadonlySet<User> = new Set();
  #superAdmins = new SuperAdmins(new Set(), []);

  private constructor(deps: LdapDirectoryDeps) {
    this.#deps = deps;
    const { signal } = this.#stopping;
    this.#live = new LiveCheck({ ...deps, stopping: signal });
    const sync = new DirectorySync({
      ...deps,
      onChange: (outcome, hasNewGroups) => this.#changed(outcome, hasNewGroups),
      onNews: (line) => this.#effects?.say('info', line),
    });
    this.#follower = new Follower({
      ...deps,
      sync,
      signal,
      onOthersChange: () => this.#othersChanged(),
      onTurn: () => this.#readAssociations(),
    });
  }

  /** Knows the super administrators of the last good copy from the first moment. */
  static async open(deps: LdapDirectoryDeps): Promise<LdapDirectory> {
    const directory = new LdapDirectory(deps);
    await directory.#readMembers();
    return directory;
  }

  start(effects: DirectoryEffects): void {
    this.#effects = effects;
    const { bus } = this.#deps;
    const background = (work: Promise<unknown>) => void work.catch(effects.onFault);
    bus.onMessage((message) => {
      if (message.kind === 'directory') background(this.#readMembers());
      if (message.kind === 'user') background(this.#readAssociations());
    });
    bus.onGap(() => background(this.#readMembers()));
    this.#follower.start(effects);
  }

  decides(user: User): boolean {
    return user.startsWith(`${this.#deps.entity}/`);
  }

  async mayEnter(user: User): Promise<DirectoryAnswer> {
    if (!this.decides(user)) return 'absent';
    const { store, entity } = this.#deps;
    const seen = await this.#live.see(user);
    if (seen === 'unreachable') return this.#fromCopy(user);
    if (seen === 'absent') return 'absent';
    const known = await store.person(user);
    // A name that somebody else has now: the accounts of who had it are closed with the next look at what changed.
    if (known !== undefined && known.id !== seen.id) return 'absent';
    if (known !== undefined && known.isDisabled !== seen.isDisabled) {
      await this.#changed(await store.saw(seen, entity), false);
    }
    return seen.isDisabled ? 'disabled' : 'enabled';
  }

  person(user: User): Promise<DirectoryPerson | undefined> {
    return this.#deps.store.person(user);
  }

  people(): Promise<readonly DirectoryPerson[]> {
    return this.#deps.store.people();
  }

  isSuperAdmin(user: User): boolean {
    return this.#superAdmins.has(user);
  }

  state(): Promise<DirectoryState | undefined> {
    return this.#deps.store.state();
  }

  check(): Promise<string> {
    return this.#deps.source.describe(AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(checkWait)]));
  }

  /** Lets go of the directory at once, whatever it is doing. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the server is stopping'));
    await this.#follower.stop();
  }

  /** The last good copy, while it is not too old to be believed (fails closed). */
  async #fromCopy(user: User): Promise<DirectoryAnswer> {
    const { store, clock } = this.#deps;
    const [state, person] = await Promise.all([store.state(), store.person(user)]);
    const at = Math.max(state?.fullAt ?? 0, state?.syncedAt ?? 0);
    if (isPast(at, limits.directory.copyKept, clock.now())) return 'unreachable';
    if (person === undefined) return 'absent';
    return person.isDisabled ? 'disabled' : 'enabled';
  }

  /** What this server changed: sessions end, rights follow, the other servers hear of it. */
  async #changed({ ended, changed }: AccountsOutcome, hasNewGroups: boolean): Promise<void> {
    if (hasNewGroups) await this.#readMembers();
    else await this.#readAssociations();
    if (hasNewGroups) this.#deps.bus.send({ kind: 'directory' });
    for (const user of ended) await this.#effects?.ended(user);
    const slice = new Slice();
    for (const user of changed) {
      this.#effects?.changed(user);
      await slice.rest();
    }
    if (hasNewGroups) await this.#effects?.rightsChanged();
  }

  async #othersChanged(): Promise<void> {
    await this.#readMembers();
    await this.#effects?.rightsChanged();
  }

  /** However many changes were told of at once; an older reading never comes last. */
  #readMembers(): Promise<void> {
    return this.#reading.run();
  }

  async #read(): Promise<void> {
    const { store, superAdminGroup } = this.#deps;
    if (superAdminGroup === undefined) return;
    this.#members = await membersOf(superAdminGroup, (groups) => store.someGroups(groups));
    await this.#readAssociations();
  }

  /** However many accounts changed at once, they are read once or twice. */
  #readAssociations(): Promise<void> {
    return this.#associating.run();
  }

  async #associate(): Promise<void> {
    if (this.#deps.superAdminGroup === undefined) return;
    const members = this.#members;
    const associations = await this.#deps.store.associations([...members]);
    this.#superAdmins = new SuperAdmins(members, associations);
  }
}

const checkWait = 2 * limits.directory.live.wait;
