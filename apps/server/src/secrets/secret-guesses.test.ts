import { secretHeaders } from '@sheetwire/contract/headers';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publisherOf, type TestPublisher } from '../testing/publisher.ts';
import { listen, StreamClient } from '../testing/stream-client.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { SecretGuesses } from './secret-guesses.ts';

const { perReport, slowFrom, perTopic, perCaller, within } = limits.secretGuesses;
const minute = 60_000;

let server: TestApp;
let base: string;
let bot: TestPublisher;
let eve: TestPublisher;
let other: TestPublisher;
let topic: string;
let count = 0;
beforeAll(async () => {
  server = await startTestApp();
  base = await listen(server);
  bot = await publisherOf(server, 'ACME/bot');
  other = await publisherOf(server, 'ACME/other');
});
afterAll(() => server.stop());
beforeEach(async () => {
  topic = `ACME/GUESS/N${++count}`;
  eve = await publisherOf(server, `ACME/eve${count}`);
  const secrets = { publishSecret: 'right', viewSecret: 'right' };
  await bot.call('publish.publishReport', { topic, pages, ...secrets });
});

const pages = [{ name: 'P', html: '<p>1</p>' }];

type Answer = Awaited<ReturnType<TestPublisher['call']>>;
const outcome = ({ status, body }: Answer) =>
  status === 200 && Array.isArray(body.pages) && body.pages.length === 0 ? 'empty' : status;

const publish = (who: TestPublisher, secret: string, to = topic) =>
  who.call('publish.publishReport', { topic: to, pages }, { [secretHeaders.publish]: secret });
const view = (who: TestPublisher, secret: string, of = topic) =>
  who.call('reports.report', { topic: of, reportTime: '' }, { [secretHeaders.view]: secret });
const open = (who: TestPublisher, secret: string, of = topic) =>
  who.call('publish.publishOpen', { topics: [of], instanceId: 'one' }, { [secretHeaders.publish]: secret });
const remove = (who: TestPublisher, secret: string, of = topic) =>
  who.call('publish.publishRemove', { topic: of }, { [secretHeaders.publish]: secret });
const link = async (who: TestPublisher, secret: string, of = topic): Promise<Answer> => {
  const answer = await server.app.fastify.inject({
    method: 'PUT',
    url: `/api/v1/publish/linkedfiles/${of}/plan.txt`,
    headers: { authorization: `Bearer ${who.key}`, [secretHeaders.publish]: secret },
    payload: 'text',
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};

const rowsAbout = async (of: string) =>
  (await server.stores.audit.read({ limit: 500 })).filter(({ object }) => object === of).map(({ action }) => action);

/** Wrong ones until they are refused for good, each as soon as it may come; answers how many were judged. */
async function guessOn(guess: (secret: string) => Promise<Answer>): Promise<number> {
  let judged = 0;
  while (judged <= perReport) {
    const answer = await guess(`wrong ${judged}`);
    const wait = Number(answer.headers['retry-after'] ?? 0) * 1000;
    if (wait > 5 * minute) return judged;
    if (answer.status === 429) server.clock.move(wait);
    else judged++;
  }
  return judged;
}

test.each([
  ['publish calls', publish, 403],
  ['a publisher that connects', open, 403],
  ['a removal', remove, 403],
  ['a linked file', link, 403],
  ['a report', view, 'empty'],
])('of %s: 150 guesses at once are few that are judged, and all others are told to wait', async (_, way, wrong) => {
  const answers = await Promise.all(Array.from({ length: 150 }, (__, n) => way(eve, `guess ${n}`)));
  expect(answers.filter((answer) => outcome(answer) === wrong)).toHaveLength(slowFrom);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(150 - slowFrom);
  expect(answers.at(-1)).toMatchObject({
    headers: { 'retry-after': '1' },
    body: { error: { message: `Too many wrong secrets were tried for ${topic}; wait a second and try again` } },
  });
});

test.each([
  ['publish', publish, 200],
  ['view', view, 200],
])('%s secrets: after ten wrong ones the right one is refused too, for a time, and others are not', async (_, way) => {
  await server.app.reporting.rightsChanged();
  expect(await guessOn((secret) => way(eve, secret))).toBe(perReport);
  const refused = await way(eve, 'right');
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  const told = `Too many wrong secrets were tried for ${topic}; wait `;
  expect(refused.body.error).toMatchObject({ code: 'too_many', message: expect.stringContaining(told) });
  expect(outcome(await way(other, 'right'))).toBe(200);
  server.clock.move(within);
  expect(outcome(await way(eve, 'right'))).toBe(200);
});

test('a refusal neither ends nor lasts when the clock is set back', async () => {
  await guessOn((secret) => publish(eve, secret));
  server.clock.move(-24 * 60 * minute);
  expect((await publish(eve, 'right')).status).toBe(429);
  server.clock.move(within);
  expect((await publish(eve, 'right')).status).toBe(200);
  server.clock.move(24 * 60 * minute);
});

test('guesses are two or three rows of the audit log, however many there are', async () => {
  for (const way of [publish, view]) await guessOn((secret) => way(eve, secret));
  for (let n = 0; n < 100; n++) await publish(eve, `more ${n}`);
  expect((await rowsAbout(topic)).toSorted()).toEqual([
    'publish refused',
    'publish secrets refused',
    'view refused',
    'view secrets refused',
  ]);
});

test('one wrong secret sent for hours is one guess: no refusal, no row, and the right one is taken at once', async () => {
  for (const [way, wrong] of [[publish, 403] as const, [view, 'empty'] as const]) {
    for (let n = 0; n < 500; n++) {
      server.clock.move(1000);
      expect(outcome(await way(eve, 'an old one'))).toBe(wrong);
    }
    expect(outcome(await way(eve, 'right'))).toBe(200);
  }
  expect((await rowsAbout(topic)).toSorted()).toEqual(['publish refused', 'view refused']);
});

test('many accounts have one guess each at a report that is guessed at; who has made none is not held up', async () => {
  for (let n = 0; n < perTopic; n++) {
    const who = await publisherOf(server, `ACME/crowd${count}.${n}`);
    expect((await publish(who, 'wrong')).status).toBe(403);
  }
  expect((await publish(eve, 'wrong')).status).toBe(403);
  expect((await publish(eve, 'right')).status).toBe(429);
  expect((await publish(bot, 'right')).status).toBe(200);
}, 60_000);

test('one account guesses at so many reports and no more, and is told that it is the account', async () => {
  for (let n = 0; n < perCaller; n++)
    expect(outcome(await view(eve, 'wrong', `ACME/NONE/${count}.${n}`))).toBe('empty');
  const { status, body } = await view(eve, 'right');
  const message = 'Too many wrong secrets were tried by this account; wait 15 minutes and try again';
  expect([status, body.error]).toEqual([429, { code: 'too_many', message }]);
  expect((await publish(eve, 'right')).status).toBe(200);
  expect(await rowsAbout(`ACME/eve${count}`)).toContain('view secrets refused');
});

test('a server keeps a refusal by a watch that nobody sets, though the time of day is set ahead', async () => {
  const times = { now: 0, steady: 0 };
  let asked = 0;
  const judge = async () => {
    asked++;
    return { state: 'refused', scope: 'report', wait: minute } as const;
  };
  const guesses = new SecretGuesses({ judge }, { now: () => times.now, steady: () => times.steady });
  const given = { secret: 'view', address: '', given: 'x', isRight: () => true, firstNote: () => undefined } as const;
  const ask = () => guesses.isRight({ ...given, caller: branded<'User'>('ACME/a'), topic: branded<'Topic'>('A/B/C') });
  await expect(ask()).rejects.toThrow('wait a minute');
  times.now += 100 * minute;
  times.steady += minute - 1;
  await expect(ask()).rejects.toThrow('wait a second');
  expect(asked).toBe(1);
  times.steady += 1;
  await expect(ask()).rejects.toThrow('wait a minute');
  expect(asked).toBe(2);
});

test('a report that is not there is refused like one that is: guesses tell nothing of it', async () => {
  const absent = `ACME/NOT/THERE ${count}`;
  expect(await guessOn((secret) => view(eve, secret, absent))).toBe(perReport);
  expect((await view(eve, 'right', absent)).status).toBe(429);
  expect(await rowsAbout(absent)).toEqual(['view secrets refused']);
});

test('a stream guesses no more than a call: fifty in one list, and then the right one is refused', async () => {
  const stream = await StreamClient.open(base, { authorization: `Bearer ${eve.key}` });
  const of = (viewSecret: string) => ({ topic, version: 0, viewSecret });
  const guesses = Array.from({ length: 49 }, (_, n) => of(`guess ${n}`));
  expect(await stream.watch([...guesses, of('right')])).toBe(200);
  expect(await stream.watch([of('right')])).toBe(429);
  const open = `ACME/GUESS/OPEN ${count}`;
  await bot.call('publish.publishReport', { topic: open, pages });
  expect(await stream.watch([of('right'), { topic: open, version: 0 }])).toBe(200);
  expect(await stream.next('changed')).toEqual({ topic: open, version: 1 });
  expect(stream.events.filter(({ name }) => name === 'changed')).toEqual([]);
  server.clock.move(within);
  expect(await stream.watch([of('right')])).toBe(200);
  expect(await stream.next('changed')).toEqual({ topic, version: 1 });
  stream.close();
});

test('a secret that a stream gave before there was one is no guess that comes true later', async () => {
  const bare = `ACME/GUESS/BARE ${count}`;
  const content = { topic: bare, pages };
  await bot.call('publish.publishReport', content);
  const stream = await StreamClient.open(base, { authorization: `Bearer ${eve.key}` });
  await stream.watch([{ topic: bare, version: 1, viewSecret: 'right' }]);
  await bot.call('publish.publishReport', { ...content, viewSecret: 'right' });
  expect(await stream.next('rights')).toEqual({ topic: bare });
  stream.close();
});
