import { createCaller, type Send } from '@sheetwire/client/caller';
import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import type { Op } from '@sheetwire/contract/live';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { fetchPast } from '../past-fetch.ts';
import { StepsAside, type StepsWorker } from './steps-aside.ts';
import type { StepsMessage } from './steps-messages.ts';
import { StepsServer } from './steps-server.ts';

const topic = branded<'Topic'>('ACME/RATES/DAILY');
const ops: Op[] = [
  [0, 'c', 1, '2'],
  [0, 'r', 0, 1, ''],
];
const steps = { ops, version: 3, shownVersion: 3, newer: 4, time: 'no_time', sender: 'ACME/bot', nodiff: false };
const shown = { version: 3, time: 'no_time', sender: 'ACME/bot' };
const date = 'Sun, 22 Nov 2026 12:00:05 GMT';

type Fetch = typeof globalThis.fetch;

/** A page and its worker, each with a line of its own to the portal; what they say is copied, as between threads. */
function pageAndWorker(lines: { readonly worker?: Fetch; readonly page?: Fetch; readonly isSilent?: boolean }) {
  const none: Fetch = async () => expect.unreachable('Asked on the wrong side');
  const { worker: ofWorker = none, page: ofPage = none } = lines;
  const said: string[] = [];
  let fail: () => void = () => undefined;
  const made: StepsWorker = {
    postMessage(request) {
      said.push(request.kind);
      server.hear(structuredClone(request));
    },
    listen(heard) {
      hear = (message) => heard.message(structuredClone(message));
      fail = () => heard.error();
    },
    terminate: () => void said.push('ended'),
  };
  let hear: (message: StepsMessage) => void = () => undefined;
  const server = new StepsServer({ fetch: ofWorker, post: (message) => hear(message) });
  const send: Send = (url, init) => ofPage(url, init);
  const aside = new StepsAside({ makeWorker: () => made, send });
  const stop = aside.start();
  const call = createCaller({ fetch: ofPage });
  // The first question starts it, and is asked by the page.
  const first = aside.question().send('/', {});
  first.catch(() => undefined);
  if (lines.isSilent !== true) server.begin();
  const ask = (signal = new AbortController().signal, onServerTime?: (at: number) => void) =>
    fetchPast(call, { topic, at: 3, from: 9, signal }, { aside, ...(onServerTime && { onServerTime }) });
  return { ask, said, stop, fail: () => fail(), call, aside };
}

test('steps are fetched and read by the worker, and are those that the portal told', async () => {
  const inputs: unknown[] = [];
  const { ask, said } = pageAndWorker({
    worker: async (url, init) => {
      inputs.push(url, init?.method, JSON.parse(String(init?.body)), init?.credentials);
      return Response.json(steps, { headers: { date } });
    },
  });
  const heard: number[] = [];
  const answer = await ask(undefined, (at) => void heard.push(at));
  expect(answer).toMatchObject({ kind: 'ops', ops, shown, version: 3, newer: 4 });
  expect(inputs).toEqual(['/api/v1/reports/report/', 'POST', { topic, at: 3, fromVersion: 9 }, 'same-origin']);
  expect(heard).toEqual([Date.parse(date)]);
  expect(said).toEqual(['ask']);
});

test('pages, a closed report and a moment before all come through the worker as they are', async () => {
  const pages = {
    pages: ['<table></table>'],
    pageNames: ['P'],
    styles: [[]],
    version: 3,
    shownVersion: 3,
    nodiff: false,
  };
  const answers = [pages, { version: 0, time: 'no_time' }, { version: 9, shownVersion: 0, time: 'no_time' }];
  const { ask } = pageAndWorker({ worker: async () => Response.json(answers.shift()) });
  expect(await ask()).toMatchObject({ kind: 'pages', report: { pages: ['<table></table>'] } });
  expect(await ask()).toEqual({ kind: 'closed' });
  expect(await ask()).toMatchObject({ kind: 'nothing' });
});

test('a refusal keeps its words and its headers, a broken line and an unreadable answer are told as such', async () => {
  const refusal = { error: { code: 'busy', message: 'Try again soon' } };
  const lines: (() => Promise<Response>)[] = [
    async () => Response.json(refusal, { status: 503, headers: { 'retry-after': '2', 'x-request-id': 'r1' } }),
    async () => {
      throw new TypeError('Failed to fetch');
    },
    async () => new Response('<html>', { status: 200 }),
    async () => Response.json({ ...steps, ops: [[0, 'x', 1]] }),
  ];
  const { ask } = pageAndWorker({ worker: async () => (await lines.shift()?.()) ?? Response.error() });
  await expect(ask()).rejects.toMatchObject({
    ...{ status: 503, code: 'busy', message: 'Try again soon', retryAfter: 2000, requestId: 'r1' },
  });
  await expect(ask()).rejects.toBeInstanceOf(NetworkFailure);
  await expect(ask()).rejects.toBeInstanceOf(CallError);
  await expect(ask()).rejects.toThrow('The steps to this moment cannot be read');
});

test('what time it is on the server is told when the answer begins, however long the rest of it takes', async () => {
  const body = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const { ask } = pageAndWorker({ worker: async () => new Response(body.readable, { headers: { date } }) });
  const heard = Promise.withResolvers<number>();
  const asked = ask(undefined, heard.resolve);
  expect(await heard.promise).toBe(Date.parse(date));
  const writer = body.writable.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(steps)));
  await writer.close();
  expect(await asked).toMatchObject({ kind: 'ops', ops });
});

test('a worker that does not answer in time is left: the page asks by itself from then on', async () => {
  const never: Fetch = () => new Promise(() => undefined);
  const { ask, said } = pageAndWorker({ worker: never, page: async () => Response.json(steps) });
  const round = new AbortController();
  const asked = ask(round.signal);
  await Promise.resolve();
  round.abort(new NetworkFailure(new Error('late')));
  await expect(asked).rejects.toBeInstanceOf(NetworkFailure);
  expect(await ask()).toMatchObject({ kind: 'ops', ops });
  expect(said).toEqual(['ask', 'giveUp', 'ended']);
});

test('an answer that a worker began and does not end is a broken line', async () => {
  const rest = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const text = () => {
    begun.resolve();
    return rest.promise;
  };
  const { ask, fail } = pageAndWorker({ worker: async () => Object.assign(new Response(), { text }) });
  const asked = ask();
  await begun.promise;
  fail();
  await expect(asked).rejects.toBeInstanceOf(NetworkFailure);
});

test('who gives up ends the worker’s request too, with their own reason', async () => {
  let isEnded = false;
  const { ask, said } = pageAndWorker({
    worker: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => {
          isEnded = true;
          reject(new Error('ended'));
        });
      }),
  });
  const round = new AbortController();
  const asked = ask(round.signal);
  await Promise.resolve();
  round.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  expect([isEnded, said]).toEqual([true, ['ask', 'giveUp']]);
  await expect(ask(round.signal)).rejects.toThrow('left');
});

test('the page asks by itself while the worker is not ready, and what a worker that fails was asked', async () => {
  const page: Fetch = async () => Response.json(steps);
  const silent = pageAndWorker({ page, isSilent: true });
  expect(await silent.ask()).toMatchObject({ kind: 'ops', ops });
  const never: Fetch = () => new Promise(() => undefined);
  const failing = pageAndWorker({ page, worker: never });
  const asked = failing.ask();
  await Promise.resolve();
  failing.fail();
  expect(await asked).toMatchObject({ kind: 'ops', ops });
  expect(await failing.ask()).toMatchObject({ kind: 'ops', ops });
  expect(failing.said).toEqual(['ask', 'ended']);
});

test('without workers, and once it is stopped, the page asks by itself', async () => {
  const page: Fetch = async () => Response.json(steps);
  const aside = new StepsAside({ makeWorker: () => undefined, send: (url, init) => page(url, init) });
  aside.start();
  const { signal } = new AbortController();
  const call = createCaller({ fetch: page });
  expect(await fetchPast(call, { topic, at: 3, from: 9, signal }, { aside })).toMatchObject({ kind: 'ops', ops });
  const stopped = pageAndWorker({ page });
  stopped.stop();
  expect(stopped.said).toEqual(['ended']);
  expect(await stopped.ask()).toMatchObject({ kind: 'ops', ops });
});
