import { limits } from '@sheetwire/contract/limits';
import type { Payload } from './wire.ts';

interface Peer {
  /** The last of its payloads to all that came; undefined when any may be next. */
  count: number | undefined;
  /** Beats of this server since something came. */
  silent: number;
}

/**
 * The other servers, as they are heard: each counts what it says to all, and says something every second or two, so what was
 * lost on the way is noticed, and one whose messages do not come at all is too (decision 87). Time is counted in beats of
 * this server, so that one which itself stood still takes nobody for mute.
 */
export class Peers {
  readonly #peers = new Map<string, Peer>();

  /** Notes a payload; true when one that the sender sent before it did not come. */
  heard({ node, count, isLast }: Pick<Payload, 'node' | 'count' | 'isLast'>): boolean {
    const peer = this.#peers.get(node);
    if (isLast) this.#peers.delete(node);
    if (peer) peer.silent = 0;
    if (count === undefined || isLast) return false;
    if (!peer) {
      if (this.#peers.size < limits.bus.maxPeers) this.#peers.set(node, { count, silent: 0 });
      return false;
    }
    const before = peer.count ?? count;
    peer.count = Math.max(before, count);
    return count > before + 1;
  }

  /** Once a second. One that ended without a word is forgotten after a while: nothing of it is missed any more. */
  beat(): void {
    for (const [node, peer] of this.#peers) {
      peer.silent++;
      if (peer.silent >= limits.bus.silent.ended) this.#peers.delete(node);
    }
  }

  /** The line was lost and is back, which is told as a gap: what came last says nothing of what is next. */
  lineIsBack(): void {
    for (const peer of this.#peers.values()) peer.count = undefined;
  }

  /** True when messages of a server do not come, whatever they would say. */
  get isAnyMute(): boolean {
    for (const { silent } of this.#peers.values()) if (silent >= limits.bus.silent.mute) return true;
    return false;
  }
}
