import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@sheetwire/contract/limits';
import { FewATurn } from '#lib/few-a-turn.ts';
import { cutTinyChunks } from './tiny-chunks.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Requests that a client sends ahead on its line begin one after another, each in a turn of the event loop of its own: one
 * read of a line brings thousands of them, and Node would begin all of these at once. Who sends too many ahead is cut off;
 * browsers, libraries and proxies send none. Those of many lines that come together begin over several turns.
 */
export function inOrder(handle: Handler): Handler {
  /** By line, those that wait for the one under way. */
  const lines = new WeakMap<Socket, (() => void)[]>();
  const turns = new FewATurn(limits.requestsSlice);
  const next = (line: Socket) => {
    const begin = line.destroyed ? undefined : lines.get(line)?.shift();
    if (begin) {
      // How long the answer before might stall does not bound what this one waits for.
      line.setTimeout(0);
      begin();
    } else lines.delete(line);
  };
  return (request, response) => {
    const { socket } = request;
    cutTinyChunks(request);
    const begin = () => {
      // One that is refused at once ends while the next is still parsed: that one waits too.
      response.once('close', () => setImmediate(next, socket));
      if (PROBES.has(request.url ?? '')) handle(request, response);
      else turns.add(() => !socket.destroyed && handle(request, response));
    };
    const waiting = lines.get(socket);
    if (waiting === undefined) {
      lines.set(socket, []);
      begin();
    } else if (waiting.length < limits.requestsAhead) waiting.push(begin);
    else cut(socket);
  };
}

/** What a balancer asks waits behind nobody: it would take a busy server for a dead one. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * What else was read of the line is not even parsed: to Node's parser the rest is another protocol's. Node has no call for
 * this; where its internals differ the rest is parsed and thrown away.
 */
function cut(line: Socket): void {
  const parser: unknown = Reflect.get(line, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => OTHER_PROTOCOL);
  line.destroy();
}

/** What Node's parser is told when a line changes to another protocol. */
const OTHER_PROTOCOL = 2;
