import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
beforeAll(async () => {
  server = await startTestApp();
  bot = await publisherOf(server, 'ACME/bot');
});
afterAll(() => server.stop());

const topic = 'ACME/BUSY/ONE';
const filling = 'filling '.repeat(2000);
const page = (name: string) => ({
  name,
  html: `<table><tbody><tr><td data-cell="A1">0</td><td data-cell="B1">${filling}</td></tr></tbody></table>`,
});

function valueIn(encoded: unknown): string | undefined {
  const html = gunzipSync(Buffer.from(String(encoded), 'base64')).toString();
  return /data-cell="A1">([^<]*)</.exec(html)?.[1];
}

test('while cells are published quickly every answer holds the pages of the version that it names', async () => {
  await bot.call('publish.publishReport', { topic, pages: [page('P'), page('Q')] });
  const web = await viewerOf(server, 'ACME/vic');
  let isOver = false;
  const publishing = (async () => {
    for (let n = 1; n <= 150; n++) {
      server.clock.move(100);
      const cells = ['P', 'Q'].map((name) => ({ page: name, cell: 'A1', html: `${n}` }));
      expect((await bot.call('publish.publishCells', { topic, baseVersion: n, cells })).status).toBe(200);
    }
    isOver = true;
  })();
  const seen = new Set<number>();
  const polling = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const answer = await web.call('reports/report/', { topic, reportTime: '' });
      const [p, q] = Array.isArray(answer.pages) ? answer.pages : [];
      seen.add(Number(answer.version));
      expect([valueIn(p), valueIn(q)]).toEqual([`${Number(answer.version) - 1}`, `${Number(answer.version) - 1}`]);
    }
  });
  await Promise.all([publishing, ...polling]);
  expect(seen.size).toBeGreaterThan(10);
});
