import type { Gropic } from '@sheetwire/rules/gropic';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import type { Slices } from '#lib/slices.ts';
import { administers, administersAny, mayConfigure } from '#policies/administering.ts';
import type { Rights } from '#policies/rights.ts';
import { frame } from './frames.ts';
import type { LiveHub } from './hub.ts';
import type { LiveStream, StreamOwner, Watch } from './live-stream.ts';

export interface AdminNewsDeps {
  readonly hub: LiveHub;
  readonly rights: () => Rights;
  /** What may be told a little later. */
  readonly telling: Slices;
  readonly isSuperAdmin: (owner: StreamOwner['user']) => boolean;
}

/** Tells the browsers of administrators that something they may see has changed: they ask at once (interfaces 7). */
export class AdminNews {
  readonly #deps: AdminNewsDeps;
  readonly #listeners: ((kind: string, gropic: Gropic | undefined) => void)[] = [];

  constructor(deps: AdminNewsDeps) {
    this.#deps = deps;
  }

  /** Told of whatever administrators are told of, here and on other nodes. */
  onTold(listener: (kind: string, gropic: Gropic | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** To the gropic's administrators, before the change too, or without one to everybody who administers anything. */
  tell(kind: string, gropic?: Gropic, before: Rights = this.#deps.rights()): void {
    for (const listener of this.#listeners) listener(kind, gropic);
    this.#deps.telling.add(this.#tellEach(kind, gropic, before));
  }

  /** To all who watch a report: since when a newer publish waits, and to who decides about it that they may (time 5). */
  tellWaiting(topic: Topic, sinceUtc: string | null): void {
    const data = { topic, sinceUtc };
    const are = (stream: LiveStream) => this.#decides(stream, gropicOf(topic));
    const some = sinceUtc === null ? undefined : { are, data: { ...data, mayRelease: true } };
    this.#deps.hub.tell(topic, 'waiting', data, some);
  }

  /** The same to one of them. */
  tellWaitingTo({ topic, stream }: Watch, sinceUtc: string | null): void {
    const mayRelease = sinceUtc !== null && this.#decides(stream, gropicOf(topic));
    stream.offer(frame('waiting', { topic, sinceUtc, ...(mayRelease && { mayRelease }) }));
  }

  #decides({ owner: { kind, user }, isAdminBlocked }: LiveStream, gropic: Gropic): boolean {
    if (kind !== 'session') return false;
    const isSuperAdmin = this.#deps.isSuperAdmin(user);
    return mayConfigure(this.#deps.rights(), { user, isSuperAdmin, blockAdminPage: isAdminBlocked }, gropic);
  }

  *#tellEach(kind: string, gropic: Gropic | undefined, before: Rights): Generator<void> {
    const news = frame('admin', { kind, ...(gropic !== undefined && { gropic }) });
    for (const stream of [...this.#deps.hub.streams()]) {
      if (this.#concerns(stream, gropic, [before, this.#deps.rights()])) stream.send(news);
      yield;
    }
  }

  #concerns(stream: LiveStream, gropic: Gropic | undefined, moments: readonly Rights[]): boolean {
    const { owner, isStalled, isAdminBlocked } = stream;
    if (owner.kind !== 'session' || isStalled || isAdminBlocked) return false;
    if (this.#deps.isSuperAdmin(owner.user)) return true;
    return moments.some((rights) => {
      const holder = rights.holder(owner.user);
      return gropic === undefined ? administersAny(rights, holder) : administers(rights, holder, gropic);
    });
  }
}
