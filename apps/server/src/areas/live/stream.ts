import type { KnownRequest, Wire } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { streamHead } from '#live/frames.ts';
import { LiveStream } from '#live/live-stream.ts';
import { SocketOutlet } from '#live/socket-outlet.ts';
import { takeSocket } from '#live/take-socket.ts';
import type { LiveDeps } from './live-deps.ts';

/** Opens a browser's or add-in's stream; its first event is `hello` (interfaces 7). */
export async function stream(deps: LiveDeps, request: KnownRequest, { incoming, reply }: Wire): Promise<void> {
  const { actor } = request;
  if (deps.hub.isCutOff) throw new Refusal('store_unavailable');
  if (deps.hub.isLeaving) {
    throw new Refusal('busy', { message: 'This server is stopping; open the stream again', retryAfter: 1 });
  }
  if (!actor.hasLicense) throw new Refusal('no_license');
  if (deps.hub.countOf(actor.user) >= deps.maxStreams) throw new Refusal('too_many', { retryAfter: 10 });
  // A request behind another one on its line, or whose caller has gone, has no line of its own to stream on.
  if (reply.raw.socket !== incoming.socket || incoming.socket.destroyed) throw new Refusal('malformed');
  reply.hijack();
  const id = Buffer.from(deps.chance.bytes(STREAM_ID_BYTES)).toString('base64url');
  const socket = takeSocket(incoming, reply.raw, () => deps.hub.drop(opened));
  const { user, addressee, sessionHash, bearerId, lineHash, kind, addinVersion } = actor;
  const owner = { user, addressee, sessionHash, bearerId, lineHash, kind, addinVersion };
  const outlet = new SocketOutlet(socket);
  const opened = new LiveStream(id, owner, outlet);
  opened.isAdminBlocked = actor.blockAdminPage;
  outlet.write(streamHead);
  deps.hub.open(opened);
}

const STREAM_ID_BYTES = 18;
