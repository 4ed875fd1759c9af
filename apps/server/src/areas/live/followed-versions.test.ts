import { branded } from '@sheetwire/rules/name';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { withNats } from '../../../../../scripts/test/nats.ts';
import { withPostgres } from '../../../../../scripts/test/postgres.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const START = 60_000;
const topic = branded<'Topic'>('ACME/RATES/DAILY');
const VERSIONS = 20;

suite('NOTIFY', async () => undefined);
suite('NATS', withNats);

function suite(name: string, startBus: () => Promise<{ readonly url: string; stop(): Promise<void> } | undefined>) {
  describe(name, () => {
    const stops: (() => Promise<void>)[] = [];
    let bot: TestPublisher;
    let there: TestApp;
    beforeAll(async () => {
      const [postgres, bus] = [await withPostgres(), await startBus()];
      const secretKey = Buffer.alloc(32, 'key');
      const serverNamed = async (application: string) => {
        const url = new URL(postgres.url);
        url.searchParams.set('application_name', application);
        const server = await startTestApp({}, { databaseUrl: url.href, busUrl: bus?.url ?? '', secretKey });
        stops.unshift(() => server.stop());
        return server;
      };
      stops.push(
        async () => bus?.stop(),
        () => postgres.stop(),
      );
      const here = await serverNamed('here');
      there = await serverNamed('there');
      bot = await publisherOf(here, 'ACME/bot');
    }, START);
    afterEach(() => {
      vi.restoreAllMocks();
    });
    afterAll(async () => {
      for (const stop of stops) await stop();
    }, START);

    const publish = (value: string) => {
      const html = `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`;
      return bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html }] });
    };
    const patch = async (baseVersion: number) => {
      const cells = [{ page: 'P', cell: 'A1', html: `of ${baseVersion}` }];
      expect((await bot.call('publish.publishCells', { topic, baseVersion, cells })).status).toBe(200);
    };
    const versionThere = () => there.app.reporting.engine.head(topic)?.version;

    test(
      'a version costs a server where nobody watches the report no statement',
      async () => {
        await withoutLooks(there);
        const ran = statementsOfReports('there');
        await publish('0');
        for (let version = 1; version < VERSIONS; version++) await patch(version);
        await expect.poll(versionThere, { timeout: START }).toBe(VERSIONS);
        expect(ran()).toEqual([]);
      },
      START,
    );

    test(
      'nor does it cost one where somebody watches it',
      async () => {
        const viewer = await viewerOf(there, 'ACME/jane');
        const { version } = await viewer.call('reports/report/', { topic });
        const stream = await StreamClient.open(await listen(there), { cookie: viewer.cookie });
        const heads = vi.spyOn(there.stores.reports, 'head');
        await stream.watch([{ topic, version: Number(version) }]);
        await expect.poll(() => heads.mock.settledResults.length).toBe(1);
        await withoutLooks(there);
        const ran = statementsOfReports('there');
        for (let base = VERSIONS; base < 2 * VERSIONS; base++) {
          await patch(base);
          expect(await stream.next('delta')).toMatchObject({
            from: base,
            to: base + 1,
            ops: [[0, 'c', 0, `of ${base}`]],
          });
        }
        expect(ran()).toEqual([]);
        expect(stream.events.filter(({ name }) => name === 'changed')).toEqual([]);
        stream.close();
      },
      START,
    );
  });
}

/** What a server asks of the tables of reports from now on. */
function statementsOfReports(application: string): () => string[] {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  return () =>
    spy.mock.calls
      .filter(
        (_, n) => Reflect.get(spy.mock.contexts[n] ?? {}, 'connectionParameters')?.application_name === application,
      )
      .map(([query]) => textOf(query))
      .filter((text) => /(?:from|join|into|update) "(?:topic|version|keyframe|held_value)"/.test(text));
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

/**
 * Every two seconds a server looks for what a lost message may have told; here none is lost. Resolves once such a look
 * found nothing: none that began before is under way.
 */
async function withoutLooks({ stores }: TestApp): Promise<void> {
  const looks = vi.spyOn(stores.reports, 'headsSince').mockResolvedValue([]);
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(0);
}
