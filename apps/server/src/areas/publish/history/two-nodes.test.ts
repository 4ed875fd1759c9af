import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { publisherOf } from '../../../testing/publisher.ts';
import { startTwoServers } from '../../../testing/two-servers.ts';

const topic = 'ACME/BACK/NODES';
const daily = branded<'Topic'>(topic);
const page = (value: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` },
];

test('a rollback on one server holds the publisher of another, and a release there is heeded here', async () => {
  const { here, there, stop } = await startTwoServers();
  try {
    const bot = await publisherOf(here, 'ACME/bot');
    const other = await publisherOf(there, 'ACME/other');
    const tick = (value: string) => other.call('publish.publishReport', { topic, pages: page(value) });
    for (const value of ['1', '2', '3']) expect((await tick(value)).status).toBe(200);
    await here.app.reporting.engine.refresh(daily);
    const { body } = await bot.call('publish.publishRollback', { topic, version: 1, reason: 'wrong' });
    expect(body).toMatchObject({ version: 4, changed: true });
    const { status, body: said } = await tick('4');
    expect([status, said]).toMatchObject([409, { error: { code: 'rolled_back', have: 4 } }]);
    const holds = async () => (await bot.call('publish.publishVersions', { topic })).body.heldVersion;
    expect(await holds()).toBe(4);
    const release = { topic, version: 4, accept: true };
    expect((await other.call('publish.publishRelease', release)).body).toMatchObject({ changed: true });
    expect(await holds()).toBeUndefined();
    expect((await bot.call('publish.publishReport', { topic, pages: page('5') })).status).toBe(200);
  } finally {
    await stop();
  }
});
