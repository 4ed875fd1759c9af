import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { limits } from '@sheetwire/contract/limits';

/**
 * An answer that ends when the rest of its request's body was read and thrown away. Whoever still sends would lose the
 * answer otherwise: a line that closes while bytes wait on it is reset, and a proxy in front says 502. The answer's bytes
 * go out at once. A rest of more than `maxRefusedBody` bytes cuts the line.
 */
export function afterRestOf(request: IncomingMessage, answer: string): Readable {
  const sent = new PassThrough();
  sent.write(answer);
  let read = 0;
  request.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > limits.maxRefusedBody) request.destroy();
  });
  for (const end of ['end', 'close']) request.once(end, () => sent.end());
  request.resume();
  return sent;
}
