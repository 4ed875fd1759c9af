import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import { deskRig } from '../../testing/desk-rig.ts';
import { watchCopies } from '../../testing/watch-copies.ts';

const rig = deskRig();
afterEach(() => vi.restoreAllMocks());

const topic = 'ACME/DESK/ORDERS';
const LENGTH = 3 * limits.work.turn + 5;
const CHUNK = 64 * 1024;

/** Sends a body as a line does: in chunks. */
function put(url: string, body: Buffer, type = 'application/octet-stream') {
  const chunks = Array.from({ length: Math.ceil(body.length / CHUNK) }, (_, n) =>
    body.subarray(n * CHUNK, (n + 1) * CHUNK),
  );
  const headers = { authorization: `Bearer ${rig.desk.bot.key}`, 'content-type': type };
  return rig.server.app.fastify.inject({ method: 'PUT', url, headers, payload: Readable.from(chunks) });
}

/** Rows of two cells each, of which none is the same as another. */
function table(length: number): Buffer {
  const rows: string[] = ['Name,Value\n'];
  for (let size = 0, n = 0; size < length; n++) {
    const row = `${n},${'long text '.repeat(300)}\n`;
    rows.push(row);
    size += row.length;
  }
  return Buffer.from(rows.join(''));
}

test('a long linked file is never copied as a whole', async () => {
  const body = randomBytes(LENGTH);
  const seen = watchCopies();
  const sent = await put(`/api/v1/publish/linkedfiles/${topic}/long.bin`, body);
  expect([sent.statusCode, seen.longest]).toEqual([200, expect.toSatisfy((most) => most <= limits.linkedFiles.part)]);
  const headers = { cookie: rig.desk.vic.cookie };
  const url = `/linkedfiles/${topic}/long.bin`;
  expect((await rig.server.app.fastify.inject({ url, headers })).rawPayload.equals(body)).toBe(true);
});

test('a long workbook is never copied as a whole, nor when values are set on it', async () => {
  const seen = watchCopies();
  const sent = await put(`/api/v1/publish/workbook/${topic}`, table(LENGTH), 'text/csv');
  expect(sent.statusCode).toBe(200);
  expect(seen.longest).toBeLessThanOrEqual(limits.work.turn);
  const set = await rig.desk.bot.call('publish.publishValues', {
    topic,
    sheets: [
      { name: 'ORDERS', cells: Array.from({ length: 50 }, (_, n) => [`B${n + 2}`, 'x'.repeat(limits.values.text)]) },
    ],
  });
  expect(set).toMatchObject({ status: 200, body: { changed: true } });
  expect(seen.longest).toBeLessThanOrEqual(limits.work.turn);
});
