import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { BookPublisher } from '@sheetwire/live-book/publish/book-publisher';
import { wordsOfState } from '@sheetwire/live-book/publish/live-state';
import { bookPortal } from '@sheetwire/live-book/publish/portal';
import type { PublisherParts } from '@sheetwire/live-book/publish/publisher-parts';
import { BookModel } from '@sheetwire/live-book/test-support/book-model';
import type { BookSpec } from '@sheetwire/live-book/test-support/book-spec';
import { memoryBook } from '@sheetwire/live-book/test-support/memory-book';
import { afterEach, expect, test } from 'vitest';
import { grantControls, orders } from '../../testing/control-desk.ts';
import { deskRig } from '../../testing/desk-rig.ts';

const rig = deskRig();

const spec: BookSpec = {
  sheets: [
    {
      name: 'Prices',
      cells: {
        A1: 'Item',
        B1: 'Price',
        A2: 'Bread',
        B2: { value: 2.5, format: '0.00' },
        A3: 'Twice',
        B3: { formula: 'IF(A2="Bread",B2*2,0)', format: '0.00' },
      },
      lists: [{ area: 'A2', source: '"Bread,=1+1,Milk"' }],
    },
  ],
};

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** A publisher of a workbook in memory on the real server, with a line that a test cuts. */
class Site {
  readonly clock = new TestClock(Date.UTC(2026, 10, 21, 9));
  readonly model = new BookModel(spec);
  readonly states: string[] = [];
  readonly sent: string[] = [];
  readonly publisher: BookPublisher;
  isDown = false;
  readonly #heard: { readonly words: string; readonly resolve: () => void }[] = [];

  constructor(more: Pick<PublisherParts, 'instanceId'> & Partial<PublisherParts>) {
    const portal = bookPortal({
      baseUrl: 'https://portal.test',
      topic: orders,
      fetch: (address, init) => this.#fetch(String(address), init),
      headers: { authorization: `Bearer ${rig.desk.bot.key}` },
      takesEntries: true,
    });
    this.publisher = new BookPublisher({
      ...{ book: memoryBook(this.model), portal, clock: this.clock, chance: () => 0, topic: orders, ...more },
      pause: async () => undefined,
      onState: (state) => this.#hear(wordsOfState(state)),
    });
    ending.push(() => this.publisher.stop());
  }

  async start(words = 'Live'): Promise<this> {
    this.publisher.start();
    await this.clock.advance(0);
    await this.says(words);
    await this.rest();
    return this;
  }

  async rest(ms = 2 * limits.liveBook.quiet): Promise<void> {
    await this.clock.advance(ms);
    await this.publisher.settled();
  }

  /** Resolves once the last state begins so. */
  says(words: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.states.at(-1)?.startsWith(words)) resolve();
    else this.#heard.push({ words, resolve });
    return promise;
  }

  /** The paths of publishes since this was asked last. */
  paths(): string[] {
    return this.sent.splice(0).filter((path) => path.includes('/values/') || path.includes('/workbook/'));
  }

  #hear(words: string): void {
    this.states.push(words);
    for (const waiting of this.#heard) if (words.startsWith(waiting.words)) waiting.resolve();
  }

  async #fetch(address: string, { method = 'GET', headers = {}, body, signal }: RequestInit = {}): Promise<Response> {
    if (this.isDown) throw new TypeError('down');
    const { pathname, search } = new URL(address, 'https://portal.test');
    this.sent.push(pathname);
    const answering = rig.server.app.fastify.inject({
      method: method === 'PUT' ? 'PUT' : 'POST',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      payload: body instanceof Uint8Array ? Buffer.from(body) : String(body),
    });
    const answer = await Promise.race([answering, abortOf(signal)]);
    const told = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return new Response(answer.body, { status: answer.statusCode, headers: Object.fromEntries(told) });
  }
}

/** The test's server hears of no abort: the wait for its answer ends all the same. */
function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/** The text of a cell, as viewers see it. */
async function shown(cell: string): Promise<string> {
  const page = await rig.desk.shown();
  const [, rest = ''] = page.split(`data-cell="${cell}"`);
  return rest.slice(rest.indexOf('>') + 1, rest.indexOf('</td>'));
}

const hour = 3_600_000;
const workbook = `/api/v1/publish/workbook/${orders}`;
const values = '/api/v1/publish/values/';

test('a workbook, its values and a row inserted in it are what viewers see', async () => {
  const site = await new Site({ instanceId: 'book' }).start();
  expect([site.paths(), await shown('B3')]).toEqual([[workbook], '5.00']);
  site.model.apply({ set: 'Prices!B2', to: 3 });
  await site.rest();
  expect([site.paths(), await shown('B2'), await shown('B3')]).toEqual([[values], '3.00', '6.00']);
  site.model.apply({ insertRow: 'Prices', at: 2 });
  await site.rest(limits.liveBook.bookPause);
  expect([site.paths(), await shown('B3'), await shown('B4')]).toEqual([[workbook], '3.00', '6.00']);
});

test("a viewer's choice reaches its cell as text, and comes back with what hangs on it", async () => {
  const site = await new Site({ instanceId: 'book' }).start();
  expect(await rig.desk.use('Prices.A2', '=1+1')).toEqual({ updated: true });
  expect((await site.model.shown()).get('Prices')?.get('A2')?.value).toBe('=1+1');
  await site.rest();
  expect(await shown('B3')).toBe('0.00');
});

test('a portal that is away gets the newest values once it is back, and nothing in between', async () => {
  const site = await new Site({ instanceId: 'book' }).start();
  site.paths();
  site.isDown = true;
  for (const to of [7, 8, 9]) {
    site.model.apply({ set: 'Prices!B2', to });
    await site.rest();
  }
  expect(site.states.at(-1)).toBe('Offline, 2 cells waiting: The server cannot be reached');
  expect(await shown('B2')).toBe('2.50');
  site.isDown = false;
  await site.rest(limits.liveBook.retry.most);
  await site.says('Live');
  expect([site.paths(), await shown('B2')]).toEqual([[values], '9.00']);
});

test('a report that another program published is made whole by the workbook', async () => {
  const site = await new Site({ instanceId: 'book' }).start();
  site.paths();
  await rig.desk.publish();
  site.model.apply({ set: 'Prices!B2', to: 4 });
  await site.rest();
  expect([site.paths(), await shown('B2')]).toEqual([[values, workbook], '4.00']);
});

test("no value is set on a workbook that another program published without a lease: the workbook's own comes again", async () => {
  const site = await new Site({ instanceId: 'book' }).start();
  site.paths();
  const other = new BookModel({ sheets: [{ name: 'Prices', cells: { A1: 'Thing', A2: 'Rolls', B2: 1, B3: 1 } }] });
  const sent = await rig.server.app.fastify.inject({
    method: 'PUT',
    url: workbook,
    headers: { authorization: `Bearer ${rig.desk.bot.key}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(await other.bytes()),
  });
  expect([sent.statusCode, await shown('A1')]).toEqual([200, 'Thing']);
  site.model.apply({ set: 'Prices!B2', to: 4 });
  await site.rest();
  expect([site.paths(), await shown('A1'), await shown('B2')]).toEqual([[values, workbook], 'Item', '4.00']);
});

test('after a rollback the portal is asked whether it takes anything again, and gets the workbook once it does', async () => {
  const site = await new Site({ instanceId: 'book' }).start();
  site.model.apply({ set: 'Prices!B2', to: 4 });
  await site.rest();
  const { bot } = rig.desk;
  const newest = Number(/version (\d+)/.exec(site.states.at(-1) ?? '')?.[1]);
  const rolledBack = await bot.call('publish.publishRollback', { topic: orders, version: newest - 1, reason: 'wrong' });
  site.model.apply({ set: 'Prices!B2', to: 5 });
  await site.rest();
  await site.says('On hold');
  site.paths();
  for (let n = 0; n < 5; n++) await site.rest(limits.liveBook.retry.most);
  expect([site.paths(), site.states.at(-1)]).toEqual([[], expect.stringContaining('On hold')]);
  await bot.call('publish.publishRelease', { topic: orders, version: rolledBack.body.version, accept: true });
  await site.rest(2 * limits.liveBook.retry.most);
  await site.says('Live');
  expect([site.paths(), await shown('B2')]).toEqual([[workbook], '5.00']);
});

test('who is taken over says so and publishes nothing more; a standby waits for the end of the lease', async () => {
  const first = await new Site({ instanceId: 'first' }).start();
  const second = await new Site({ instanceId: 'second' }).start();
  await first.says('Lost: another publisher has taken over');
  first.paths();
  first.model.apply({ set: 'Prices!B2', to: 99 });
  await first.rest();
  expect([first.paths(), await shown('B2')]).toEqual([[], '2.50']);
  const spare = await new Site({ instanceId: 'spare', isStandby: true }).start('Standing by');
  await second.publisher.stop();
  rig.server.clock.move(limits.publisherLease + 1000);
  spare.model.apply({ set: 'Prices!B2', to: 6 });
  await spare.rest(2 * limits.publisherLease);
  await spare.says('Live');
  expect([spare.paths(), await shown('B2')]).toEqual([[workbook], '6.00']);
});

test('a right that is lost ends it in words, and the report keeps what it has', async () => {
  const site = await new Site({ instanceId: 'book' }).start();
  await grantControls(rig.server, { publishers: [] });
  site.model.apply({ set: 'Prices!B2', to: 5 });
  await site.rest();
  expect(site.states.at(-1)).toContain("Stopped: You don't have rights to publish ACME/DESK/ORDERS");
  expect(await shown('B2')).toBe('2.50');
  await grantControls(rig.server, {});
});

test('a machine that slept for an hour goes on by itself where nobody took over', async () => {
  const site = await new Site({ instanceId: 'sleeper' }).start();
  site.paths();
  rig.server.clock.move(hour);
  site.clock.sleep(hour);
  site.model.apply({ set: 'Prices!B2', to: 7 });
  await site.rest();
  await site.says('Live');
  expect([site.paths().length, await shown('B2')]).toEqual([1, '7.00']);
});

test('a report that was removed while its workbook is live gets the whole workbook with the next change', async () => {
  const site = await new Site({ instanceId: 'book' }).start();
  site.paths();
  await rig.desk.bot.call('publish.publishRemove', { topic: orders });
  site.model.apply({ set: 'Prices!B2', to: 8 });
  await site.rest();
  await site.says('Live');
  expect([site.paths().at(-1), await shown('B2')]).toEqual([workbook, '8.00']);
});
