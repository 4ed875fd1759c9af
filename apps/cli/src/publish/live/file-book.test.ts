import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { implementations } from '@sheetwire/live-book/suite/implementations';
import { liveBookSuite } from '@sheetwire/live-book/suite/live-book-suite';
import type { BookDriver } from '@sheetwire/live-book/suite/stage';
import { BookModel } from '@sheetwire/live-book/test-support/book-model';
import type { BookSpec } from '@sheetwire/live-book/test-support/book-spec';
import { FileBook } from '../../test-support/file-book.ts';

/** A save is whole once it rested for so long; the folder tells of it. */
const times = { stable: 20, step: 5, unrest: 1000, poll: 1000 };

async function openFile(spec: BookSpec): Promise<BookDriver> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-test-'));
  const file = join(folder, 'book.xlsx');
  const model = new BookModel(spec);
  await writeFile(file, await model.bytes());
  const book = await new FileBook(file, times).open();
  return {
    book,
    async apply(...edits) {
      for (const edit of edits) model.apply(edit);
      const { promise, resolve } = Promise.withResolvers<void>();
      const forget = book.onChange(() => resolve());
      await writeFile(join(folder, 'saving.tmp'), await model.bytes());
      await rename(join(folder, 'saving.tmp'), file);
      await promise;
      forget();
    },
    type: () => undefined,
    closeBook: () => undefined,
    async stop() {
      await book.close();
      await rm(folder, { recursive: true });
    },
  };
}

liveBookSuite(implementations.file, openFile);
