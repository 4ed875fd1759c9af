import { limits } from '@sheetwire/contract/limits';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { ReplayWindow } from './replay-window.ts';
import type { Payload } from './wire.ts';

interface Peer {
  /** Whether any of its payloads may be the next. */
  isAnyNext: boolean;
  /** Beats of this server since something came. */
  silent: number;
  readonly came: ReplayWindow;
}

/**
 * What a payload is: `missing` says that one before it did not come, `again` that it came before, `unsure` that nothing
 * says that it is of now.
 */
type Heard = 'next' | 'missing' | 'again' | 'unsure';

/**
 * The other servers, as they are heard: each counts what it says to all, and says something every second or two, so what was
 * lost on the way is noticed, and one whose messages do not come at all is too (decision 87). Time is counted in beats of
 * this server, so that one which itself stood still takes nobody for mute.
 */
export class Peers {
  readonly #peers = new Map<string, Peer>();
  /** Those that ended, so that what they said is not heard again. */
  readonly #ended = new BoundedMap<string, ReplayWindow>(limits.bus.maxPeers);
  /** Beats since a payload came of which nothing says that it is of now. */
  #unsure = Number.POSITIVE_INFINITY;

  /** Notes a payload; one that may have been sent long ago and comes again counts only of a server that is known. */
  heard({ node, count, isLast }: Pick<Payload, 'node' | 'count' | 'isLast'>, isRecent = true): Heard {
    const peer = this.#peers.get(node);
    const known = peer?.came ?? this.#ended.get(node);
    if (!known && !isRecent) {
      this.#unsure = 0;
      return 'unsure';
    }
    if (count === undefined) return 'next';
    const came = known ?? new ReplayWindow(count - 1);
    const before = came.last;
    if (!came.isNew(count)) return 'again';
    if (isLast) this.#end(node, came);
    else if (peer) peer.silent = 0;
    else if (this.#peers.size < limits.bus.maxPeers) this.#peers.set(node, { isAnyNext: false, silent: 0, came });
    const isMissing = peer !== undefined && !isLast && !peer.isAnyNext && count > before + 1;
    if (peer) peer.isAnyNext = false;
    return isMissing ? 'missing' : 'next';
  }

  /**
   * Once a second; true when one is silent for so long that what it did last may be told to nobody, and once more when it is
   * taken to have ended: nothing of it is missed any more.
   */
  beat(): boolean {
    const { mute, ended } = limits.bus.silent;
    let isMissed = false;
    this.#unsure++;
    for (const [node, peer] of this.#peers) {
      peer.silent++;
      const isOver = peer.silent >= ended;
      isMissed ||= peer.silent === mute || isOver;
      if (isOver) this.#end(node, peer.came);
    }
    return isMissed;
  }

  /** The line was lost and is back, which is told as a gap: what came last says nothing of what is next. */
  lineIsBack(): void {
    for (const peer of this.#peers.values()) peer.isAnyNext = true;
  }

  /** True when messages of a server do not come, whatever they would say, or come and are not believed. */
  get isAnyMute(): boolean {
    if (this.#unsure < limits.bus.silent.mute) return true;
    for (const { silent } of this.#peers.values()) if (silent >= limits.bus.silent.mute) return true;
    return false;
  }

  #end(node: string, came: ReplayWindow): void {
    this.#peers.delete(node);
    this.#ended.set(node, came);
  }
}
