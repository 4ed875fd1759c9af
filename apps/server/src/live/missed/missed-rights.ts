import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import type { RightsChanges, RightsStamps } from '#ports/rights-changes.ts';
import type { RightsPart } from '../rights-now.ts';

export interface MissedRightsDeps {
  readonly stores: { readonly rightsChanges: RightsChanges };
  /** Has a part of the rights read again. */
  readonly changed: (part: RightsPart) => Promise<void>;
  /** Told whose sessions or bearers ended; of too many it may be anybody. */
  readonly ended: (whose: User | 'any') => void;
  readonly onFault: (fault: unknown) => void;
}

/** Beyond so many all rights are read again at once. */
const MANY = 100;
/** Beyond so many users all open streams are looked at. */
const MANY_ENDED = 1000;

/**
 * Asks the store every few seconds whether rights were changed, or sessions ended, by a server that told nobody: one that
 * ends between its write and its word leaves no other with rights of yesterday (architecture, decision 3).
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
    for (const whose of await this.#endedOf(before?.sessions ?? 0, now.sessions)) this.#deps.ended(whose);
    this.#stamps = now;
  }

  async #partsOf(kind: RightsKind, before: number, now: number): Promise<readonly RightsPart[]> {
    const names = await this.#since(kind, { before, now, most: MANY });
    return names === 'any' ? [wholeOf[kind]] : names.map((name) => partNamed[kind](name));
  }

  async #endedOf(before: number, now: number): Promise<readonly (User | 'any')[]> {
    const names = await this.#since('sessions', { before, now, most: MANY_ENDED });
    return names === 'any' ? [names] : names.map((name) => branded<'User'>(name));
  }

  /** Numbers that went back are those of a store that was put in place of another. */
  async #since(
    kind: keyof RightsStamps,
    { before, now, most }: { readonly before: number; readonly now: number; readonly most: number },
  ): Promise<readonly string[] | 'any'> {
    if (before === now) return [];
    return now < before ? 'any' : this.#deps.stores.rightsChanges.since(kind, before, most);
  }
}

const kinds = ['permissions', 'users', 'usergroups'] as const;
type RightsKind = (typeof kinds)[number];

const wholeOf = { permissions: 'lists', users: 'accounts', usergroups: 'groups' } as const;

/** Names as the store has them are well formed. */
const partNamed: Readonly<Record<RightsKind, (name: string) => RightsPart>> = {
  permissions: (name) => ({ gropic: branded<'Gropic'>(name) }),
  users: (name) => ({ user: branded<'User'>(name) }),
  usergroups: (name) => ({ group: branded<'Group'>(name) }),
};
