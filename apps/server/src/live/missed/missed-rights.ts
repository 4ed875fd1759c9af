import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import type { RightsChanges, RightsStamps } from '#ports/rights-changes.ts';
import type { RightsPart } from '../rights-now.ts';

export interface MissedRightsDeps {
  readonly stores: { readonly rightsChanges: RightsChanges };
  /** Has a part of the rights read again. */
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
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: MissedRightsDeps) {
    this.#deps = deps;
  }

  /** Notes from where on changes count; call before the rights are read. */
  async begin(): Promise<void> {
    this.#stamps = await this.#deps.stores.rightsChanges.stamps();
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
    for (const kind of kinds) parts.push(...(await this.#partsOf(kind, before?.[kind] ?? 0, now[kind])));
    if (parts.length > MANY) await changed('all');
    else await Promise.all(parts.map((part) => changed(part)));
    this.#stamps = now;
  }

  /** Numbers that went back are those of a store that was put in place of another. */
  async #partsOf(kind: keyof RightsStamps, before: number, now: number): Promise<readonly RightsPart[]> {
    if (before === now) return [];
    const names = now < before ? 'any' : await this.#deps.stores.rightsChanges.since(kind, before, MANY);
    return names === 'any' ? [wholeOf[kind]] : names.map((name) => partNamed[kind](name));
  }
}

const kinds = ['permissions', 'users', 'usergroups'] as const;

const wholeOf = { permissions: 'lists', users: 'accounts', usergroups: 'groups' } as const;

/** Names as the store has them are well formed. */
const partNamed: Readonly<Record<keyof RightsStamps, (name: string) => RightsPart>> = {
  permissions: (name) => ({ gropic: branded<'Gropic'>(name) }),
  users: (name) => ({ user: branded<'User'>(name) }),
  usergroups: (name) => ({ group: branded<'Group'>(name) }),
};
