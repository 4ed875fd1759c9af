import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
let ann: TestBrowser;
beforeAll(async () => {
  server = await startTestApp();
  bot = await publisherOf(server, 'ACME/bot');
  ann = await viewerOf(server, 'ACME/ann');
});
afterAll(() => server.stop());

const pages = [{ name: 'P', html: '<p>1</p>' }];
const publish = (topic: string, more = {}) => bot.call('publish.publishReport', { topic, pages, ...more });
const list = (currnumtopics: number, web = ann, more: { readonly topicsId?: unknown } = {}) =>
  web.call('viewtopics/topicsdetails/', { currnumtopics, ...more });
/** What identifies a list is for its client to send back, and for nobody to read. */
const topicsId = expect.stringMatching(/^\S+$/);

test('a user gets the topics they may view, with groups and entities', async () => {
  expect(await list(0)).toEqual({
    user: 'ACME/ann',
    sameNumTopics: false,
    entities: ['ACME'],
    groups: [],
    topics: [],
    topicsId,
  });
  await publish('ACME/RATES/DAILY');
  await publish('ACME/FX/SPOT');
  await publish('ACME/FX/CLOSED', { viewSecret: 'x' });
  expect(await list(0)).toEqual({
    user: 'ACME/ann',
    sameNumTopics: false,
    entities: ['ACME'],
    groups: ['ACME/FX', 'ACME/RATES'],
    topics: ['ACME/FX/SPOT', 'ACME/RATES/DAILY'],
    topicsId,
  });
});

test('an unchanged list is the same; a count of 0 asks for it in full', async () => {
  expect(await list(2)).toEqual({ user: 'ACME/ann', sameNumTopics: true });
  expect(await list(0)).toMatchObject({ sameNumTopics: false });
});

test('an equal count of other topics is not the same', async () => {
  await publish('ACME/FX/FORWARD');
  await bot.call('publish.publishRemove', { topic: 'ACME/FX/SPOT' });
  expect(await list(2)).toMatchObject({ sameNumTopics: false, topics: ['ACME/FX/FORWARD', 'ACME/RATES/DAILY'] });
});

test('of two tabs of a login, the one that holds another list of equal length is told the list', async () => {
  const one = await list(0);
  await publish('ACME/FX/SWAP');
  await bot.call('publish.publishRemove', { topic: 'ACME/FX/FORWARD' });
  const other = await list(0);
  expect(await list(2, ann, { topicsId: other.topicsId })).toEqual({ user: 'ACME/ann', sameNumTopics: true });
  const told = await list(2, ann, { topicsId: one.topicsId });
  expect(told).toEqual(other);
  expect(await list(2, ann, { topicsId: told.topicsId })).toEqual({ user: 'ACME/ann', sameNumTopics: true });
});

test('each login has its own memory of what it was told', async () => {
  const bob = await viewerOf(server, 'ACME/bob');
  expect(await list(2, bob)).toMatchObject({ sameNumTopics: false });
});

test('a user of another entity sees nothing of it', async () => {
  const eve = await viewerOf(server, 'OTHER/eve');
  expect(await list(0, eve)).toEqual({
    user: 'OTHER/eve',
    sameNumTopics: false,
    entities: ['OTHER'],
    groups: [],
    topics: [],
    topicsId,
  });
});
