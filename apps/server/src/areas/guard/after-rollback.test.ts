import { parseGropic } from '@sheetwire/rules/gropic';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { expect, test } from 'vitest';
import { publisherOf, viewerOf } from '../../testing/publisher.ts';
import { startTestApp } from '../../testing/test-app.ts';

const topic = 'ACME/GUARD/BACK';
const minute = 60_000;
const sheet = (value: string) => `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`;

async function guardedReport() {
  const server = await startTestApp();
  const bot = await publisherOf(server, 'ACME/bot');
  const boss = await viewerOf(server, 'ACME/boss');
  const of = (name: string) => [parsePrincipal(name)].flatMap((principal) => principal ?? []);
  const gropic = parseGropic(topic);
  if (!gropic) throw new Error('malformed');
  const lists = { viewers: of('ACME/[ALL]'), publishers: of('ACME/bot'), interactors: [], admins: of('ACME/boss') };
  await server.stores.perms.save({ gropic, ...lists, version: 0 }, 0);
  await server.app.reporting.rightsChanged();
  const rules = [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }];
  expect(await boss.call('admin/guard/', { topic, rules, releaseAfterMin: 5 })).toMatchObject({ rules });
  const publish = (value: string) =>
    bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(value) }] });
  const release = (version: number) => boss.post('publish/release/', { topic, version, accept: true });
  return { server, boss, publish, release };
}

test('a rollback drops nothing that waits: released after it, that is a new version, and publishing stays on hold', async () => {
  const { server, boss, publish, release } = await guardedReport();
  const shown = async () => (await boss.call('reports/report/', { topic })).pages;
  try {
    for (const value of ['100', '101']) expect((await publish(value)).body).toMatchObject({ changed: true });
    expect((await publish('200')).body).toMatchObject({ version: 2, held: { version: 3 } });
    const back = await boss.post('publish/rollback/', { topic, version: 1, reason: 'wrong' });
    expect(back.body).toMatchObject({ version: 4, changed: true });
    expect(await boss.call('admin/guard/', { topic })).toMatchObject({ held: { version: 3, liveVersion: 4 } });
    expect((await publish('300')).body).toMatchObject({ error: { code: 'rolled_back', have: 4 } });
    server.clock.move(5 * minute);
    await server.app.reporting.releaseDue();
    expect(await shown()).toEqual([sheet('100')]);
    expect((await release(3)).body).toMatchObject({ version: 5, changed: true });
    expect(await shown()).toEqual([sheet('200')]);
    expect((await release(3)).body).toMatchObject({ error: { code: 'held_is_gone' } });
    const figure = { topic, version: 5, page: 'P', cell: 'A1', text: '200' };
    expect(await boss.call('reports/verify/', figure)).toMatchObject({
      state: 'signed',
      by: 'ACME/bot',
      figures: [{ is: 'confirmed' }],
    });
    expect(await boss.call('publishing/report/', { topic })).toMatchObject({
      held: { version: 4 },
      versions: [{ version: 5, source: 'report' }, { version: 4, source: 'rollback' }, { version: 2 }, { version: 1 }],
    });
    expect((await publish('201')).status).toBe(409);
    expect((await release(4)).body).toMatchObject({ version: 5, changed: true });
    expect((await publish('201')).body).toMatchObject({ version: 6, changed: true });
  } finally {
    await server.stop();
  }
});
