import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migrateFile } from './open-sqlite.ts';
import { Writer } from './writer.ts';
import { newThreads } from './writer-threads.ts';

let folder: string;
let writer: Writer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheetwire-writer-'));
  const file = join(folder, 'x.db');
  await migrateFile(file);
  writer = await Writer.open(file, () => 0, newThreads);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await writer.close();
  rmSync(folder, { recursive: true });
});

test('what is asked in one turn of the event loop goes to the writer as one message', async () => {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const asked = [writer.write('checkHealth', {})];
  await Promise.resolve();
  asked.push(writer.write('checkHealth', {}));
  const last = Promise.withResolvers<void>();
  process.nextTick(() => last.resolve(writer.write('checkHealth', {}).then(() => undefined)));
  await Promise.all([...asked, last.promise]);
  expect(post).toHaveBeenCalledTimes(1);
});

test('what was asked before a close is written', async () => {
  const asked = writer.write('checkHealth', {});
  await writer.close();
  await expect(Promise.race([asked.then(() => 'written'), later(1000, 'waits')])).resolves.toBe('written');
});
