import type { StoredDelta } from '../replay.ts';

/** Many deltas as a few lists: to hand over thousands of small buffers to another thread takes longer than to read them. */
export interface PackedDeltas {
  readonly bodies: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly versions: Float64Array<ArrayBuffer>;
  readonly isPacked: Uint8Array<ArrayBuffer>;
  readonly times: readonly string[];
  readonly senders: readonly string[];
}

/** Deltas as they are handed over; their buffers may go along. */
export function packedDeltas(deltas: readonly StoredDelta[]): PackedDeltas {
  const bodies = new Uint8Array(deltas.reduce((sum, { body }) => sum + body.length, 0));
  let at = 0;
  for (const { body } of deltas) {
    bodies.set(body, at);
    at += body.length;
  }
  return {
    bodies,
    lengths: Uint32Array.from(deltas, ({ body }) => body.length),
    versions: Float64Array.from(deltas, ({ version }) => version),
    isPacked: Uint8Array.from(deltas, ({ is_packed }) => is_packed),
    times: deltas.map(({ time }) => time),
    senders: deltas.map(({ sender }) => sender),
  };
}

/** The deltas that were handed over, as views of one buffer. */
export function unpackedDeltas({ bodies, lengths, ...packed }: PackedDeltas): StoredDelta[] {
  let at = 0;
  return packed.times.map((time, n) => {
    const from = at;
    at += lengths[n] ?? 0;
    const [version = 0, is_packed = 0, sender = ''] = [packed.versions[n], packed.isPacked[n], packed.senders[n]];
    return { version, time, sender, is_packed, body: bodies.subarray(from, at) };
  });
}

/** The buffers that go along. */
export function buffersOf({ bodies, lengths, versions, isPacked }: PackedDeltas): ArrayBuffer[] {
  return [bodies, lengths, versions, isPacked].map(({ buffer }) => buffer);
}
