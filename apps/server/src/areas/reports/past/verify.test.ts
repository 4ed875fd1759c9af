import { createPublicKey, verify } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import { PageModel } from '@sheetwire/page/model/page-model';
import { branded } from '@sheetwire/rules/name';
import { expect, test, vi } from 'vitest';
import { type TestPublisher, viewerOf } from '../../../testing/publisher.ts';
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts';
import { viewingRig } from '../../../testing/viewing-rig.ts';
import { checkMany, MANY, manyValues } from './testing/many-figures.ts';

let server: TestApp;
let bot: TestPublisher;
let ann: TestBrowser;
let eve: TestBrowser;
viewingRig((rig) => {
  ({ server, bot, ann, eve } = rig);
});

const minute = 60_000;
const LONG = 60_000;
const sheet = (...values: string[]) =>
  `<table><tbody>${values.map((value, n) => `<tr><td data-cell="A${n + 1}">${value}</td></tr>`).join('')}</tbody></table>`;
const publish = (topic: string, ...values: string[]) =>
  bot.call('publish.publishReport', { topic, pages: [{ name: 'Positions', html: sheet(...values) }] });
const ask = (topic: string, version: number, more = {}, web = ann) =>
  web.call('reports/verify/', { topic, version, ...more });
const iso = (at: number) => new Date(at).toISOString();

test('a figure is confirmed with who published it, when, and what it is now', async () => {
  const topic = 'ACME/VERIFY/ONE';
  await publish(topic, '1,234.57', 'x');
  const at = server.clock.now();
  server.clock.move(minute);
  await publish(topic, '2,000.00', 'x');
  const answer = await ask(topic, 1, { page: 'positions', cell: 'A1', text: ' 1,234.57\n' });
  expect(answer).toMatchObject({
    state: 'signed',
    version: 1,
    utc: iso(at),
    by: 'ACME/bot',
    newestVersion: 2,
    newestUtc: iso(server.clock.now()),
    figures: [{ page: 'Positions', cell: 'A1', is: 'confirmed', text: '1,234.57', now: '2,000.00' }],
  });
  const figures = [
    { page: '', cell: 'A1', text: '1,234.58' },
    { page: 'Positions', cell: 'Z9', text: '1' },
    { page: 'Other', cell: 'A1', text: '1' },
    { page: 'Positions', cell: 'A2' },
  ];
  expect((await ask(topic, 1, { figures })).figures).toMatchObject([
    { is: 'different', text: '1,234.57', now: '2,000.00' },
    { is: 'missing', text: null, now: null },
    { is: 'missing', page: 'Other' },
    { is: 'told', text: 'x', now: 'x' },
  ]);
});

test('what a cell shows counts, whatever its format and its markup', async () => {
  const topic = 'ACME/VERIFY/SHOWN';
  await publish(topic, '<b>1,234.57</b>&nbsp;%', 'a &lt;b&gt; &amp; c', 'one<br>two', '(42.0)');
  const figures = ['1,234.57 %', 'a <b> & c', 'one two', '(42.0)'].map((text, n) => ({
    page: 'Positions',
    cell: `A${n + 1}`,
    text,
  }));
  const told = (await ask(topic, 1, { figures })).figures;
  expect(told).toMatchObject(figures.map((figure) => ({ ...figure, is: 'confirmed' })));
});

test('a figure is the same with whatever spaces it is shown and copied, and another without one', async () => {
  const topic = 'ACME/VERIFY/SPACES';
  const shown = ['1\u202f234,50', '1\u2009234.50', '東京\u3000支店', '\u2003 7', '12\u00a0%'];
  await publish(topic, ...shown);
  const figures = (texts: readonly string[]) => texts.map((text, n) => ({ page: '', cell: `A${n + 1}`, text }));
  const judged = async (texts: readonly string[]) => {
    const told = (await ask(topic, 1, { figures: figures(texts) })).figures;
    return Array.isArray(told) ? told.map(({ is }) => is) : [];
  };
  for (const space of [' ', '\u00a0', '\u202f', '\n'])
    expect(await judged(shown.map((text) => text.replace(/\s+/g, space)))).toEqual(shown.map(() => 'confirmed'));
  expect(await judged(shown)).toEqual(shown.map(() => 'confirmed'));
  expect(await judged(['1234,50', '1234.50', '東京支店', '70', '12%'])).toEqual(shown.map(() => 'different'));
  const withoutWidth = shown.map((text) => text.trim().replace(/\s/, '\ufeff'));
  expect((await judged(withoutWidth)).filter((is) => is === 'confirmed')).toHaveLength(1);
});

test('what the server says of a version is signed, and anybody can check that', async () => {
  const topic = 'ACME/VERIFY/STATEMENT';
  await publish(topic, '1');
  await publish(topic, '2');
  const [first, second] = [await ask(topic, 1), await ask(topic, 2)];
  const said = JSON.parse(String(second.statement));
  expect(said).toMatchObject({ topic, version: 2, by: 'ACME/bot', utc: second.utc });
  expect(said.previous).toBe(JSON.parse(String(first.statement)).hash);
  const key = createPublicKey({ key: Buffer.from(String(second.publicKey), 'base64'), format: 'der', type: 'spki' });
  const isSigned = (words: string) =>
    verify(null, Buffer.from(words), key, Buffer.from(String(second.signature), 'base64'));
  expect([isSigned(String(second.statement)), isSigned(String(first.statement))]).toEqual([true, false]);
  expect(await ask(topic, 2)).toEqual(second);
});

test('figures of a large report are looked up on a thread, none on the event loop', async () => {
  const topic = 'ACME/VERIFY/LARGE';
  const values = Array.from({ length: 6000 }, (_, n) => `${n}.50`);
  await publish(topic, ...values);
  await publish(topic, ...values.toReversed());
  const figures = Array.from({ length: limits.verify.figures }, (_, n) => ({
    page: 'Positions',
    cell: `A${n + 1}`,
    text: `${n}.50`,
  }));
  const asked = vi.spyOn(PageModel.prototype, 'numberOf');
  const told = await ask(topic, 1, { figures });
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
  expect(told.figures).toEqual(
    figures.map(({ page, cell, text }, n) => ({ page, cell, is: 'confirmed', text, now: `${5999 - n}.50` })),
  );
});

test('a cell that many figures name is looked at once, and its long text is cut', async () => {
  const topic = 'ACME/VERIFY/AGAIN';
  const text = 'x'.repeat(limits.verify.text + 9000);
  await publish(topic, text);
  await publish(topic, `${text}y`);
  const shown = text.slice(0, limits.verify.text);
  const figure = { page: 'positions', cell: 'A1' };
  const looked = vi.spyOn(PageModel.prototype, 'cell');
  const figures = [{ ...figure, text: shown }, ...Array.from({ length: 200 }, () => figure)];
  const answer = await ask(topic, 1, { figures });
  expect(looked.mock.calls.length).toBeLessThanOrEqual(2);
  looked.mockRestore();
  const told = Array.isArray(answer.figures) ? answer.figures : [];
  expect(told[0]).toMatchObject({ page: 'Positions', is: 'different', cut: true, text: shown, now: shown });
  expect(told.at(-1)).toMatchObject({ is: 'told', cut: true, text: text.slice(0, limits.verify.brief) });
  expect(JSON.stringify(told).length).toBeLessThan(limits.verify.told + limits.verify.body);
});

test('a version that is not kept, or not there yet, is told as gone', async () => {
  const topic = 'ACME/VERIFY/GONE';
  await publish(topic, '1');
  expect(await ask(topic, 9, { cell: 'A1', text: '1' })).toMatchObject({
    state: 'gone',
    newestVersion: 1,
    figures: [],
  });
});

test('who may not view the report learns nothing of it, and a look is noted', async () => {
  const topic = 'ACME/VERIFY/RIGHTS';
  await publish(topic, '1');
  const figure = { page: 'Positions', cell: 'A1', text: '1' };
  expect(await ask(topic, 1, figure, eve)).toEqual(await ask('ACME/VERIFY/ABSENT', 1, figure, eve));
  expect(await ask(topic, 1, figure, eve)).toMatchObject({ state: 'none', figures: [], newestVersion: 0 });
  await ask(topic, 1, figure);
  const rows = (await server.stores.audit.read({ limit: 100 })).filter(({ object }) => object === topic);
  expect(rows.map(({ actor, action }) => [actor, action])).toContainEqual(['ACME/ann', 'past viewed']);
  expect(rows.map(({ actor }) => actor)).not.toContain('OTHER/eve');
});

test('of private pages everybody has their own confirmed, and no other', async () => {
  const topic = 'ACME/VERIFY/PRIVATE';
  const pages = [
    { name: 'P', html: sheet('all') },
    { name: 'P', html: sheet('hers'), user: 'ACME/ann' },
  ];
  await bot.call('publish.publishReport', { topic, pages });
  const zoe = await viewerOf(server, 'ACME/zoe');
  const figure = { page: 'P', cell: 'A1', text: 'hers' };
  expect((await ask(topic, 1, figure)).figures).toMatchObject([{ is: 'confirmed' }]);
  expect((await ask(topic, 1, figure, zoe)).figures).toMatchObject([{ is: 'different', text: 'all' }]);
});

test('a clock that is set back makes no difference to what is signed', async () => {
  const topic = 'ACME/VERIFY/CLOCK';
  for (const value of ['1', '2', '3']) {
    await publish(topic, value);
    server.clock.move(-10 * minute);
  }
  server.clock.move(40 * minute);
  for (const version of [1, 2, 3]) {
    const answer = await ask(topic, version, { cell: 'A1', text: String(version) });
    expect(answer).toMatchObject({ state: 'signed', figures: [{ is: 'confirmed' }] });
  }
});

test('a removed report still tells what it showed, and that it shows nothing now', async () => {
  const topic = 'ACME/VERIFY/REMOVED';
  await publish(topic, '1');
  await bot.call('publish.publishRemove', { topic });
  const answer = await ask(topic, 1, { cell: 'A1', text: '1' });
  expect(answer).toMatchObject({ state: 'signed', figures: [{ is: 'confirmed', now: null }] });
});

test(
  '10,000 true figures are confirmed and 10,000 tampered ones refused, after thinning too',
  async () => {
    const topic = 'ACME/VERIFY/MANY';
    const values = manyValues;
    server.clock.move(minute - (server.clock.now() % minute));
    const from = server.clock.now();
    await publish(topic, ...values);
    for (let version = 2; version <= 8; version++) {
      server.clock.move(version === 8 ? minute : 1000);
      const cells = [{ page: 'Positions', cell: `A${version}`, html: `v${version}` }];
      await bot.call('publish.publishCells', { topic, baseVersion: version - 1, cells });
    }
    const more = { name: 'More', html: sheet('more') };
    await bot.call('publish.publishReport', { topic, pages: [{ name: 'Positions', html: sheet(...values) }, more] });
    const then = values.map((value, n) => (n >= 1 && n <= 6 ? `v${n + 1}` : value));
    const check = () => checkMany({ server, web: ann, topic, version: 7, then });
    expect(await check()).toEqual({ confirmed: MANY, refused: MANY });
    const { past } = server.stores;
    const sixth = async () => (await past.at(branded<'Topic'>(topic), { version: 6 }))?.version;
    expect(await sixth()).toBe(6);
    expect(await past.thin({ from, to: from + minute, width: minute })).toBe(6);
    expect(await sixth()).not.toBe(6);
    expect(await check()).toEqual({ confirmed: MANY, refused: MANY });
  },
  LONG,
);
