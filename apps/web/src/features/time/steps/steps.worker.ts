import type { StepsMessage, StepsRequest } from './steps-messages.ts';
import { StepsServer } from './steps-server.ts';

const server = new StepsServer({
  fetch: (url, init) => fetch(url, init),
  post: (message: StepsMessage, parts) => postMessage(message, { transfer: parts }),
});

addEventListener('message', ({ data }: MessageEvent<StepsRequest>) => server.hear(data));
server.begin();
