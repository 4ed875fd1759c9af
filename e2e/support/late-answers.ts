import { type IncomingMessage, Server, ServerResponse } from 'node:http';
import { stream } from '@sheetwire/contract/live';
import { chanceOf } from '../cluster/chance.ts';

// Loaded before a portal (TEST_LATE, a seed): its calls begin late or are answered late, each by another time, as over a
// slow line. A test that takes what is about to change for what has changed fails with it, and so does a page that
// offers what is about to be gone.
const longest = 600;
const random = chanceOf(Number(process.env.TEST_LATE));

/** Milliseconds: none for every other one, a short while for most, long for one in ten. */
function lateness(): number {
  const share = random();
  if (share < 0.5) return 0;
  return share < 0.9 ? random() * 150 : random() * longest;
}

const isCall = ({ url = '' }: IncomingMessage) => url.includes('/api/') && !url.includes(stream.path);

const { emit } = Server.prototype;
Server.prototype.emit = function emitLate(this: Server, event: string | symbol, ...args: unknown[]) {
  const [request] = args;
  const late = event === 'request' && isCall(request as IncomingMessage) ? lateness() : 0;
  if (late === 0) return Reflect.apply(emit, this, [event, ...args]);
  setTimeout(() => Reflect.apply(emit, this, [event, ...args]), late);
  return true;
};

const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function endLate(this: ServerResponse, ...args: unknown[]) {
  const late = isCall(this.req) ? lateness() : 0;
  if (late === 0) return Reflect.apply(end, this, args);
  setTimeout(() => Reflect.apply(end, this, args), late);
  return this;
};
