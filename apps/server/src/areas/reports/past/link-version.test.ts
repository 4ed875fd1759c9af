import { expect, test } from 'vitest';
import { onEachStore } from '../../../testing/each-store.ts';
import type { TestPublisher } from '../../../testing/publisher.ts';
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts';
import { viewingRig } from '../../../testing/viewing-rig.ts';

let server: TestApp;
let bot: TestPublisher;
let ann: TestBrowser;
let eve: TestBrowser;
const minute = 60_000;
const hour = 60 * minute;
const publish = (topic: string, value: string) =>
  bot.call('publish.publishReport', {
    topic,
    // Whole reports: each can be read on its own.
    metadata: { n: value },
    pages: [{ name: 'Positions', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` }],
  });
const link = (topic: string, version: number, web = ann) => web.call('reports/link/', { topic, version });

onEachStore((newDatabase) => {
  viewingRig((rig) => {
    ({ server, bot, ann, eve } = rig);
  }, newDatabase);

  test('a figure whose address was given out is confirmed after its minute was thinned out, and its hour pruned', async () => {
    const topic = 'ACME/LINKED/KEPT';
    const begun = server.clock.now();
    const { stores } = server;
    for (const value of ['1', '2', '3', '4']) await publish(topic, value);
    expect(await link(topic, 2)).toEqual({ kept: true });
    server.clock.move(hour);
    await publish(topic, '5');
    await stores.past.thin({ from: begun - minute, to: begun + minute, width: hour });
    await stores.reports.prune(begun + minute);
    const verify = (version: number, text: string) =>
      ann.call('reports/verify/', { topic, version, page: 'Positions', cell: 'A1', text });
    expect(await verify(2, '2')).toMatchObject({ state: 'signed', figures: [{ is: 'confirmed', now: '5' }] });
    expect(await verify(3, '3')).toMatchObject({ state: 'gone' });
    expect(await link(topic, 3)).toEqual({ kept: false });
  });

  test('who may not view a report keeps none of its versions, and is not told of them', async () => {
    const topic = 'ACME/LINKED/CLOSED';
    await publish(topic, '1');
    expect(await link(topic, 1, eve)).toEqual(await link('ACME/NO/SUCH', 1, eve));
    expect(await link(topic, 1, eve)).toEqual({ kept: false });
  });
});
