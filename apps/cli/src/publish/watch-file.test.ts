import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { FileWatch, isLockFile } from './watch-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-test-'));
  file = join(folder, 'book.xlsx');
  await writeFile(file, 'one');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const hour = 3_600_000;
const never = new AbortController().signal;

async function watching(poll = hour) {
  const watch = new FileWatch(file, { stable: 30, step: 10, unrest: 200, poll });
  await watch.settle(never);
  return watch;
}

test('a save by rename is seen, again and again', async () => {
  const watch = await watching();
  for (const content of ['second', 'the third']) {
    const changed = watch.changed(never);
    await writeFile(join(folder, 'new.tmp'), content);
    await rename(join(folder, 'new.tmp'), file);
    await changed;
  }
  watch.close();
});

test('a file that is written all the time is taken as it stands, at the start and later', async () => {
  const over = new AbortController();
  const written = (async () => {
    for (let length = 1; !over.signal.aborted; length++) await writeFile(file, 'x'.repeat(length));
  })();
  const watch = await watching();
  await watch.changed(never);
  over.abort();
  await written;
  watch.close();
});

test('a save while nobody waited is told to the next who waits', async () => {
  const watch = await watching();
  await writeFile(file, 'changed');
  await watch.changed(never);
  watch.close();
});

test('a file that goes and comes back is a change', async () => {
  const watch = await watching();
  const changed = watch.changed(never);
  await rm(file);
  await writeFile(file, 'back again');
  await changed;
  watch.close();
});

test('without word from the system the file is looked at from time to time', async () => {
  const watch = await watching(20);
  watch.close();
  const changed = watch.changed(never);
  await writeFile(file, 'changed');
  await changed;
  watch.close();
});

test('the wait ends with its signal', async () => {
  const watch = await watching();
  const ending = new AbortController();
  const changed = watch.changed(ending.signal);
  ending.abort();
  await assert.rejects(changed);
  watch.close();
});

test('lock files of spreadsheet programs are told from workbooks', () => {
  assert.deepEqual(['~$book.xlsx', '.~lock.book.ods#', 'book.xlsx', '.~lock'].map(isLockFile), [
    true,
    true,
    false,
    false,
  ]);
});
