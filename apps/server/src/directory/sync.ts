import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { Entity } from '@sheetwire/rules/name';
import { shortName, type User } from '@sheetwire/rules/principal';
import { inSlices } from '#lib/slices.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import type { AccountsOutcome, CopyChange, DirectoryCopy, DirectoryStore } from '#ports/directory-store.ts';
import { byNames, changeBetween, isNothing, isShrunk, onlyDisabled } from './copy-change.ts';
import { Graph, userOf } from './graph.ts';
import { GroupLists } from './group-lists.ts';
import type { Found } from './ldap/dialect.ts';
import { DirectoryFault } from './ldap/fault.ts';
import { type LdapSource, nobody } from './ldap/ldap-source.ts';
import type { Look } from './ldap/look.ts';

export interface SyncDeps {
  readonly store: DirectoryStore;
  readonly source: Pick<LdapSource, 'readAll' | 'readChanges' | 'lookUp'>;
  readonly entity: Entity;
  readonly userBase: string;
  readonly clock: Clock;
  /** This server's name among those of one database. */
  readonly holder: string;
  /** The operator says that what is missing is gone. */
  readonly acceptShrink: boolean;
  /** The copy was changed by this server. */
  readonly onChange: (outcome: AccountsOutcome, hasNewGroups: boolean) => Promise<void>;
  /** Something worth a line: what is left out, what was read. */
  readonly onNews: (line: string) => void;
}

/** Another server copies the directory now, which is no fault. */
export class LostHold extends Error {}

/** How a step ended; `waits` when the directory was not asked, since it failed a moment ago. */
export type SyncStep = 'waits' | { readonly isFull: boolean; readonly cursor: string };

const hour = 3_600_000;
const day = 24 * hour;

/** The server that holds the copy keeps it in step with the directory: all of it at first and every night, else what changed. */
export class DirectorySync {
  readonly #deps: SyncDeps;
  #graph: Graph | undefined;
  #cursor = '';
  #fullAt = 0;
  #fullAgainAt = Number.NEGATIVE_INFINITY;
  /** The copy as this server wrote it last, while its number is still the store's: nobody else wrote since. */
  #copy: DirectoryCopy | undefined;
  #generation = -1;
  readonly #groupLists = new GroupLists();
  /** The last list of groups is believed only once all has been read. */
  #isDoubted = false;
  /** The graph knows more than the copy. */
  #isDirty = false;
  /** The last of those with a session who was looked up: very many take several steps. */
  #lookedAt: User | '' = '';
  #leftOut = '';
  /** What was said of the last full reading. */
  #told = '';

  constructor(deps: SyncDeps) {
    this.#deps = deps;
  }

  /** Another server copies now: what this one knows grows old. */
  forget(): void {
    this.#graph = undefined;
    this.#copy = undefined;
  }

  /** Brings the copy up to date; throws a DirectoryFault that leaves the last good copy. */
  async step(generation: number, signal: AbortSignal): Promise<SyncStep> {
    const now = this.#deps.clock.now();
    const mayRead = steadyTime(this.#deps.clock) >= this.#fullAgainAt;
    const isDue = this.#graph === undefined || nightOf(now) !== nightOf(this.#fullAt);
    if (isDue && mayRead) return this.#readAll(signal);
    if (this.#graph === undefined) return 'waits';
    const isDone = await this.#changes(this.#graph, generation, signal);
    if (isDone) return { isFull: false, cursor: this.#cursor };
    return mayRead ? this.#readAll(signal) : 'waits';
  }

  /** A reading that failed is tried again after a while, the longer it took the later. */
  async #readAll(signal: AbortSignal): Promise<SyncStep> {
    const { clock } = this.#deps;
    const { retry, retryFactor } = limits.directory;
    const startedAt = steadyTime(clock);
    const again = (least: number) => {
      const now = steadyTime(clock);
      this.#fullAgainAt = now + Math.max(least, retryFactor * (now - startedAt));
    };
    try {
      await this.#full(signal);
    } catch (error) {
      again(retry);
      throw error;
    }
    // Without a cursor nothing else tells what changed.
    if (this.#cursor === '') again(0);
    return { isFull: true, cursor: this.#cursor };
  }

  async #full(signal: AbortSignal): Promise<void> {
    const { store, source, userBase, entity, clock, onNews } = this.#deps;
    const startedAt = clock.now();
    const { found, cursor, referrals, server } = await source.readAll(this.#cursor, signal);
    if (found.people.length === 0) throw nobody(userBase);
    const graph = await graphOf(entity, found);
    const { copy, leftOut } = await inSlices(graph.resolve(await store.localGroups()));
    if (copy.people.length === 0) throw new DirectoryFault(`no one under ${userBase} has a valid user name`);
    this.#generation = await store.generation();
    const before = await store.copy();
    const change = await inSlices(changeBetween(before, copy));
    const shrinks = isShrunk(before, change);
    if (shrinks && !this.#deps.acceptShrink) await this.#refuse(before, copy);
    const isOurs = await this.#write(shrinks ? byNames(change) : change, { ...allAccounts, rebinds: shrinks });
    this.#copy = isOurs ? copy : undefined;
    this.#graph = graph;
    this.#groupLists.begin(server, graph.groupIds());
    this.#isDoubted = false;
    this.#isDirty = false;
    this.#cursor = cursor;
    this.#fullAt = startedAt;
    this.#tellLeftOut(leftOut);
    const others = referrals === 0 ? '' : `; ${referrals} referrals to other servers were not followed`;
    const blind =
      cursor === '' ? '; SHEETWIRE_LDAP_BIND_DN cannot read modifyTimestamp, so all of it is read again and again' : '';
    const line = `the directory was read: ${graph.size.people} people, ${graph.size.groups} groups${others}${blind}`;
    if (cursor !== '' || line !== this.#told) onNews(line);
    this.#told = line;
  }

  async #refuse(before: DirectoryCopy, after: DirectoryCopy): Promise<never> {
    this.#copy = undefined;
    await this.#write(onlyDisabled(before, after));
    const people = `${after.people.length} of ${before.people.length} people`;
    const groups = `${after.groups.length} of ${before.groups.length} groups`;
    throw new DirectoryFault(
      `the directory shows only ${people} and ${groups} that were known; the rest are missing or replaced. The change was not applied; the last good copy stays in use. If this is correct, start once with SHEETWIRE_LDAP_ACCEPT_SHRINK=true`,
    );
  }

  /** True when the copy is up to date; false when everything has to be read. */
  async #changes(graph: Graph, generation: number, signal: AbortSignal): Promise<boolean> {
    const look = await this.#readChanges(signal);
    if (look === undefined) return false;
    // Remembered until it is written: what fails in between is not found anew the next time.
    if (graph.merge(look.found)) this.#isDirty = true;
    const isPresent = await this.#lookAtPresent(graph, signal);
    if (isPresent === 'many are gone') return false;
    this.#dropGroups(graph, look);
    if (generation !== this.#generation) this.#copy = undefined;
    this.#generation = generation;
    if (isPresent === 'changed' || this.#copy === undefined) this.#isDirty = true;
    if (this.#isDirty) await this.#rewrite(graph);
    // An account belongs to who has the name when it is associated, whoever is given that name later.
    if (await this.#deps.store.hasUnbound(this.#deps.entity)) await this.#bind();
    this.#cursor = look.cursor;
    // What people changed is written all the same: a doubt may last until an operator decides.
    return !this.#isDoubted;
  }

  async #readChanges(signal: AbortSignal): Promise<Look | undefined> {
    const { source, clock } = this.#deps;
    if (this.#cursor === '') return undefined;
    const startedAt = steadyTime(clock);
    const asksGroups = this.#groupLists.isDue(startedAt);
    const look = await source.readChanges(this.#cursor, signal, asksGroups);
    this.#groupLists.looked(asksGroups, startedAt, steadyTime(clock));
    return look;
  }

  /**
   * A group that was deleted or moved out of the base gives no rights any more, which no change in the directory tells.
   * Where many are gone, or one is there that no change told of, the list is doubted until all was read.
   */
  #dropGroups(graph: Graph, { server, groupIds }: Look): void {
    if (groupIds === undefined) return;
    const known = graph.groupIds();
    const { gone, hasStranger } = this.#groupLists.take(server, groupIds, known);
    const wasDoubted = this.#isDoubted;
    this.#isDoubted = hasStranger || areMany(gone.length, known.length);
    if (this.#isDoubted) return;
    for (const id of gone) graph.dropGroup(id);
    // The groups of the copy stood still as long as they were doubted.
    if (gone.length > 0 || wasDoubted) this.#isDirty = true;
  }

  /**
   * Whoever has a session is looked up each time: it ends soon after they are removed or moved out of the base, which
   * no change in the directory tells.
   */
  async #lookAtPresent(graph: Graph, signal: AbortSignal): Promise<'same' | 'changed' | 'many are gone'> {
    const { store, source, entity } = this.#deps;
    const present = await store.present(this.#lookedAt, limits.directory.present);
    this.#lookedAt = present.length < limits.directory.present ? '' : (present.at(-1)?.name ?? '');
    if (present.length === 0) return 'same';
    const people = await source.lookUp(
      present.map(({ name }) => shortName(name)),
      signal,
    );
    const names = new Map(people.map((person) => [person.id, userOf(entity, person.name)]));
    const gone = present.filter(({ id, name }) => names.get(id) !== name);
    if (areMany(gone.length, present.length)) return 'many are gone';
    const isNew = graph.merge({ people, groups: [] });
    // A person with a new name is not found by the old one, and not gone.
    const dropped = gone.filter(({ id, name }) => userOf(entity, graph.nameOf(id) ?? '') === name);
    for (const { id } of dropped) graph.drop(id);
    return isNew || dropped.length > 0 ? 'changed' : 'same';
  }

  async #bind(): Promise<void> {
    const isOurs = await this.#write(nothing, allAccounts);
    if (!isOurs) this.#copy = undefined;
  }

  async #rewrite(graph: Graph): Promise<void> {
    const { store } = this.#deps;
    const { copy: found, leftOut } = await inSlices(graph.resolve(await store.localGroups()));
    const before = this.#copy ?? (await store.copy());
    const copy = this.#isDoubted ? { ...found, groups: before.groups } : found;
    const change = await inSlices(changeBetween(before, copy));
    this.#copy = (await this.#write(change)) ? copy : undefined;
    this.#isDirty = false;
    this.#tellLeftOut(leftOut);
  }

  /**
   * Accounts are looked at with every full copy, since they may have been associated meanwhile. False when somebody
   * else wrote in between: then nobody here knows what the store holds.
   */
  async #write(change: CopyChange, { isFull, rebinds } = onlyChanged): Promise<boolean> {
    const { store, holder, entity, onChange } = this.#deps;
    let expected = this.#generation;
    if (isFull || !isNothing(change)) {
      const outcome = await store.write(holder, change, { entity, rebinds, isOfChange: !isFull });
      if (outcome === undefined) throw new LostHold('another server is now syncing the directory');
      const isQuiet = isNothing(change) && outcome.ended.length + outcome.changed.length === 0;
      if (!isQuiet) expected++;
      if (!isQuiet) await onChange(outcome, change.putGroups.length + change.dropGroups.length > 0);
    }
    this.#generation = await store.generation();
    return this.#generation === expected;
  }

  #tellLeftOut({ people, groups }: { readonly people: number; readonly groups: number }): void {
    const line =
      people + groups === 0
        ? ''
        : `skipped ${people} people and ${groups} groups of the directory whose names are invalid or already taken`;
    if (line !== '' && line !== this.#leftOut) this.#deps.onNews(line);
    this.#leftOut = line;
  }
}

/** A lost right to read looks like that: what is doubted is read again. */
function areMany(gone: number, of: number): boolean {
  const { part, from } = limits.directory.shrink;
  return gone >= from && gone > of * part;
}

const nothing: CopyChange = { putPeople: [], dropPeople: [], putGroups: [], dropGroups: [] };
const onlyChanged = { isFull: false, rebinds: false };
const allAccounts = { isFull: true, rebinds: false };

/** In parts, so that viewers do not wait for it. */
async function graphOf(entity: Entity, { people, groups }: Found): Promise<Graph> {
  const graph = new Graph(entity);
  const { part } = limits.directory;
  for (let at = 0; at < people.length; at += part) {
    graph.merge({ people: people.slice(at, at + part), groups: [] });
    await turn();
  }
  for (let at = 0; at < groups.length; at += part) {
    graph.merge({ people: [], groups: groups.slice(at, at + part) });
    await turn();
  }
  return graph;
}

/** Counts the nights. */
function nightOf(at: number): number {
  return Math.floor((at - limits.directory.fullHour * hour) / day);
}
