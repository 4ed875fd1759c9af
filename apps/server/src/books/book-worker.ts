import { parentPort } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { publishValues as call } from '@sheetwire/contract/publish';
import { LiveBook } from '@sheetwire/sheet/values/live-book';
import { ValuesError } from '@sheetwire/sheet/values/sent-values';
import { StructureChanged } from '@sheetwire/sheet/values/set-values';
import { WorkbookError } from '@sheetwire/sheet/workbook-error';
import { parseJson } from '#lib/json.ts';
import { Refusal } from '#lib/refusal.ts';
import { validate } from '#lib/validate.ts';
import type { BookAnswer, BookJob, SetJob } from './book-job.ts';
import { HeldBooks } from './held-books.ts';

/** The thread of LiveBooks: holds the books that were used last and works at one job after another. */
const held = new HeldBooks(limits.values.memory);

parentPort?.on('message', async (job: BookJob) => {
  const answer = await answerTo(job);
  parentPort?.postMessage(answer, answer.outcome === 'rendered' ? movedOf(answer) : []);
});

async function answerTo(job: BookJob): Promise<BookAnswer> {
  try {
    return job.kind === 'topic' ? { outcome: 'topic', topic: read(job.body).topic } : await set(job);
  } catch (error) {
    if (error instanceof Refusal || error instanceof ValuesError)
      return { outcome: 'malformed', message: error.message };
    if (error instanceof StructureChanged) return { outcome: 'structure', message: error.message };
    if (error instanceof WorkbookError) return { outcome: 'unreadable', message: error.message };
    return { outcome: 'failed', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

async function set(job: SetJob): Promise<BookAnswer> {
  const { topic, on, next, sent, source } = job;
  const now = new Date();
  const book = held.get(topic, on) ?? (source && (await LiveBook.read(source, { now, topic })));
  if (!book) return { outcome: 'missing' };
  held.put(topic, on, book);
  const { sheets, baseVersion } = 'body' in sent ? readFor(job, sent.body) : { ...sent, baseVersion: undefined };
  const changed = book.with(sheets);
  if (!changed) return { outcome: 'same', baseVersion };
  const { book: rendered, body } = changed.book.render(job.head, now);
  held.offer(topic, next, rendered);
  const { body: pages, notShown, pictures } = body;
  return { outcome: 'rendered', baseVersion, body: pages, notShown, pictures, record: changed.record };
}

function readFor({ topic }: SetJob, body: Uint8Array): ReturnType<typeof read> {
  const found = read(body);
  if (found.topic !== topic) throw new Refusal('malformed', { message: 'The body contains two topics' });
  return found;
}

function read(body: Uint8Array) {
  return validate(call.input, parseJson(body));
}

function movedOf({ body, record }: Extract<BookAnswer, { outcome: 'rendered' }>): ArrayBuffer[] {
  return [body.buffer, record.bytes.buffer];
}
