import type { IncomingHttpHeaders } from 'node:http';
import { takesGzipStream } from '@sheetwire/contract/live';
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
  const outlet = new SocketOutlet(socket, takesGzip(incoming.headers));
  const opened = new LiveStream(id, owner, outlet);
  opened.isAdminBlocked = actor.blockAdminPage;
  outlet.write(streamHead);
  deps.hub.open(opened);
}

const STREAM_ID_BYTES = 18;

/**
 * Whether the stream may come in gzip: its reader has to ask for it by name, as many libraries accept gzip and then wait for
 * its end; and a proxy between may have struck out what the browser accepts.
 */
function takesGzip(headers: IncomingHttpHeaders): boolean {
  return headers[HEADER] === takesGzipStream[HEADER] && headers['accept-encoding']?.includes('gzip') === true;
}

const HEADER = 'x-sheetwire-stream';
