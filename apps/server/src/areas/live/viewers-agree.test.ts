import type { Op } from '@sheetwire/contract/live';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { parseUser } from '@sheetwire/rules/principal';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame } from '#live/frames.ts';
import { LiveStream, type Outlet } from '#live/live-stream.ts';
import { hashSecret } from '#secrets/secrets.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const names = ['ACME/ann', 'ACME/bob', 'ACME/cid'] as const;

let server: TestApp;
let bot: TestPublisher;
let viewers: Viewer[];
beforeAll(async () => {
  server = await startTestApp();
  bot = await publisherOf(server, 'ACME/bot');
  viewers = await Promise.all(names.map(async (name) => new Viewer(name, await viewerOf(server, name))));
});
afterAll(() => server.stop());

interface Held {
  readonly version: number;
  readonly pages: readonly PageBody[];
}

const none: Held = { version: 0, pages: [] };

/** A browser that applies what the stream gives and fetches when it is told to, through the real calls. */
class Viewer implements Outlet {
  readonly user: string;
  readonly waiting = 0;
  held: Held = none;
  /** Everything it ever held, to resume from. */
  readonly past: Held[] = [];
  applied = 0;
  readonly #web: TestBrowser;
  #stream: LiveStream | undefined;
  #events: { name: string; data: Record<string, unknown> }[] = [];

  constructor(user: string, web: TestBrowser) {
    this.user = user;
    this.#web = web;
  }

  write({ plain }: Frame): void {
    for (const found of plain.toString().matchAll(/^event: (\w+)\ndata: (.*)$/gm))
      this.#events.push({ name: found[1] ?? '', data: JSON.parse(found[2] ?? '{}') });
  }

  onceDrained(): void {
    // Nothing ever waits.
  }

  close(): void {
    // Nothing to close.
  }

  destroy(): void {
    // Nothing to close.
  }

  /** A new stream that names what was held at some time. */
  async resume(topic: string, held: Held): Promise<void> {
    const { hub } = server.app.reporting;
    if (this.#stream) hub.drop(this.#stream);
    const sessionHash = hashSecret(this.#web.cookie.split('=')[1] ?? '');
    const user = parseUser(this.user);
    if (!user) throw new Error('malformed');
    const owner = {
      addressee: addresseeOf(user),
      user,
      kind: 'session',
      addinVersion: null,
      lineHash: sessionHash,
      sessionHash,
      bearerId: null,
    } as const;
    this.#events = [];
    this.#stream = new LiveStream(`${this.user} ${Math.random()}`, owner, this);
    hub.open(this.#stream);
    this.held = held;
    const { status } = await this.#web.post('live/watch/', {
      streamId: this.#stream.id,
      topics: [{ topic, version: held.version }],
    });
    expect(status).toBe(200);
  }

  async follow(topic: string): Promise<void> {
    for (let event = this.#events.shift(); event; event = this.#events.shift()) {
      const { name, data } = event;
      if (name === 'delta' && data.from === this.held.version) {
        this.held = { version: Number(data.to), pages: applyOps(this.held.pages, data.ops as Op[]) };
        this.applied++;
        this.past.push(this.held);
      } else if (name === 'changed' || (name === 'delta' && Number(data.to) > this.held.version)) {
        this.held = await this.fetch(topic);
        this.past.push(this.held);
      }
    }
  }

  async agrees(topic: string): Promise<void> {
    await this.follow(topic);
    const now = await this.fetch(topic);
    await this.follow(topic);
    expect(this.held).toEqual(now.version === 0 ? { ...none, version: this.held.version } : now);
  }

  async fetch(topic: string): Promise<Held> {
    const answer = await this.#web.call('reports/report/', { topic, reportTime: '' });
    const styles = answer.styles as string[][];
    const pages = (answer.pages as string[]).map((html, n) => ({ html, styles: styles[n] ?? [] }));
    return { version: Number(answer.version), pages };
  }
}

const cells = fc.array(fc.constantFrom('1', '2', 'three', '<b>4</b>'), { minLength: 1, maxLength: 5 });
const page = fc.record({
  name: fc.constantFrom('P', 'Q', 'METADATA'),
  user: fc.constantFrom(undefined, undefined, ...names),
  cells,
  styles: fc.subarray(['color:red', 'color:blue'], { minLength: 1 }),
});
const whole = fc.record({
  kind: fc.constant('whole' as const),
  pages: fc.uniqueArray(page, { minLength: 1, maxLength: 4, selector: ({ name, user }) => `${name} ${user}` }),
  metadata: fc.constantFrom({}, {}, { desk: 'rates' }),
});
const edit = fc.record({ kind: fc.constant('edit' as const), page: fc.nat(3), cell: fc.nat(4), text: fc.string() });
const rows = fc.record({ kind: fc.constant('rows' as const), page: fc.nat(3), cells });
const command = fc.oneof(
  { weight: 2, arbitrary: whole },
  { weight: 5, arbitrary: edit },
  { weight: 3, arbitrary: rows },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resume' as const), viewer: fc.nat(2), from: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
);

interface Published {
  readonly name: string;
  readonly user: string | undefined;
  readonly cells: readonly string[];
  readonly styles: readonly string[];
}

function bodyOf({ name, user, cells, styles }: Published) {
  const rowsOf = cells.map((cell, n) => `<tr><td data-cell="A${n + 1}" data-s="0">${cell}</td></tr>`);
  return { name, ...(user && { user }), html: `<table><tbody>${rowsOf.join('')}</tbody></table>`, styles };
}

interface Report {
  readonly pages: readonly Published[];
  readonly metadata: Record<string, string>;
}

const first: Report = { pages: [{ name: 'P', user: undefined, cells: ['0'], styles: ['color:red'] }], metadata: {} };

type Generated<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
type Change = Generated<typeof whole> | Generated<typeof edit> | Generated<typeof rows>;

/** The report after a command. */
function after({ pages, metadata }: Report, next: Change): Report {
  if (next.kind === 'whole') return { pages: next.pages, metadata: next.metadata };
  const at = next.page % pages.length;
  const changed = (cells: readonly string[]) =>
    next.kind === 'rows' ? next.cells : cells.with(next.cell % cells.length, plain(next.text));
  return { metadata, pages: pages.map((one, n) => (n === at ? { ...one, cells: changed(one.cells) } : one)) };
}

function plain(text: string): string {
  return text.replace(/[<>&"'\\\p{C}]/gu, '');
}

async function publish(topic: string, report: Report): Promise<Report> {
  server.clock.move(1000);
  const { pages, metadata } = report;
  const { status } = await bot.call('publish.publishReport', { topic, pages: pages.map(bodyOf), metadata });
  expect(status).toBe(200);
  return report;
}

let topics = 0;

test('what each user holds after every step of the stream is what a fetch gives them', async () => {
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      const topic = `ACME/AGREE/T${topics++}`;
      let report = await publish(topic, first);
      for (const viewer of viewers) {
        viewer.past.length = 0;
        await viewer.resume(topic, none);
      }
      for (const next of commands) {
        if (next.kind === 'resume') {
          const viewer = viewers[next.viewer];
          await viewer?.resume(topic, viewer.past[next.from % Math.max(1, viewer.past.length)] ?? none);
        } else if (next.kind === 'remove') await bot.call('publish.publishRemove', { topic });
        else report = await publish(topic, after(report, next));
        await new Promise((resolve) => setImmediate(resolve));
        for (const viewer of viewers) await viewer.agrees(topic);
      }
      applied = viewers.reduce((sum, viewer) => sum + viewer.applied, 0);
    }),
    // The long form has all of them.
    { numRuns: process.env.SHEETWIRE_SOAK === undefined ? 15 : 40 },
  );
  expect(applied).toBeGreaterThan(100);
}, 120_000);
