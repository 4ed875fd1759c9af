import { type Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const ANSWER_WAIT = 60_000;

export interface PostTo {
  readonly port: number;
  readonly path: string;
  readonly agent: Agent;
  readonly headers?: OutgoingHttpHeaders;
  readonly method?: 'POST' | 'PUT';
}

/** One request with a body over a kept line; throws for anything but 2xx. */
export function post(
  { port, path, agent, headers = {}, method = 'POST' }: PostTo,
  body: string | Uint8Array,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, agent, method };
    const sent = request({ ...options, headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      buffer(answer).then((bytes) => {
        const isGood = answer.statusCode !== undefined && answer.statusCode < 300;
        if (isGood) resolve(bytes);
        else reject(new Error(`${path} answers ${answer.statusCode}: ${bytes.toString().slice(0, 300)}`));
      }, reject);
    });
    sent.setTimeout(ANSWER_WAIT, () => sent.destroy(new Error(`${path} gave no answer for ${ANSWER_WAIT / 1000} s`)));
    sent.on('error', reject);
    sent.end(body);
  });
}
