import { limits } from '@sheetwire/contract/limits';
import type { Gropic } from '@sheetwire/rules/gropic';
import type { Group } from '@sheetwire/rules/principal';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import type { Rights } from '#policies/rights.ts';
import type { RightsChanges, RightsStamps } from '#ports/rights-changes.ts';
import type { RightsPart } from './rights-now.ts';

export interface MissedRightsDeps {
  readonly stores: { readonly rightsChanges: RightsChanges };
  /** The rights in force here. */
  readonly rights: () => Rights;
  /** Has a part of them read again. */
  readonly changed: (part: RightsPart) => Promise<void>;
  readonly onFault: (fault: unknown) => void;
}

/** Beyond so many all rights are read again at once. */
const MANY = 100;

/**
 * Asks the store every few seconds whether rights were changed by a server that told nobody: one that ends between its
 * write and its word leaves no other with rights of yesterday (architecture, decision 3).
 */
export class MissedRights {
  readonly #deps: MissedRightsDeps;
  readonly #turn = new OneAtATime(() => this.#read());
  #stamps: RightsStamps | undefined;
  #groups: ReadonlyMap<Group, number> = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: MissedRightsDeps) {
    this.#deps = deps;
  }

  /** Notes from where on changes count; call before the rights are read. */
  async begin(): Promise<void> {
    const { rightsChanges } = this.#deps.stores;
    this.#stamps = await rightsChanges.stamps();
    this.#groups = await rightsChanges.groups();
  }

  start(): void {
    this.#timer = setInterval(() => void this.look().catch(this.#deps.onFault), limits.missedVersions.every);
    this.#timer.unref();
  }

  /** Looks now; resolves once what was missed is in force. */
  look(): Promise<void> {
    return this.#turn.run();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#turn.settle();
  }

  /** What could not be read is looked for again the next time. */
  async #read(): Promise<void> {
    const { stores, changed } = this.#deps;
    const [before, now] = [this.#stamps, await stores.rightsChanges.stamps()];
    const parts: RightsPart[] = [];
    if (before?.permissions !== now.permissions) parts.push(...(await this.#changedGropics()));
    if (before?.users !== now.users) parts.push('accounts');
    const groups = before?.usergroups === now.usergroups ? this.#groups : await stores.rightsChanges.groups();
    for (const group of differing(this.#groups, groups)) parts.push({ group });
    if (parts.length > MANY) await changed('all');
    else await Promise.all(parts.map((part) => changed(part)));
    this.#groups = groups;
    this.#stamps = now;
  }

  async #changedGropics(): Promise<RightsPart[]> {
    const { stores, rights } = this.#deps;
    const kept = await stores.rightsChanges.gropics();
    const held = new Map([...rights().administered.values()].map(({ gropic, version }) => [gropic, version]));
    return differing<Gropic>(held, kept).map((gropic) => ({ gropic }));
  }
}

function differing<Name>(one: ReadonlyMap<Name, number>, other: ReadonlyMap<Name, number>): Name[] {
  if (one === other) return [];
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}
