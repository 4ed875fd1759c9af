import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { publishValues as call } from '@sheetwire/contract/publish';
import type { PublishBody } from '@sheetwire/sheet/render-file';
import { LiveBook } from '@sheetwire/sheet/values/live-book';
import { ValuesError } from '@sheetwire/sheet/values/sent-values';
import { StructureChanged } from '@sheetwire/sheet/values/set-values';
import { WorkbookError } from '@sheetwire/sheet/workbook-error';
import { areFew } from '#lib/few-steps.ts';
import { parseJson } from '#lib/json.ts';
import { Refusal } from '#lib/refusal.ts';
import { validate } from '#lib/validate.ts';
import type { BodyJob, BookAnswer, BookJob, SetJob, WholePages } from './book-job.ts';
import { HeldBooks } from './held-books.ts';

/** The thread of LiveBooks: holds the books that were used last and works at one job after another. */
const held = new HeldBooks(memoryOf(workerData));

parentPort?.on('message', async (job: BookJob) => {
  const answer = await answerTo(job);
  parentPort?.postMessage(answer, movedOf(answer));
});

function memoryOf(data: unknown): number {
  const given = typeof data === 'object' && data !== null && 'memory' in data ? data.memory : undefined;
  return typeof given === 'number' ? given : limits.values.memory;
}

async function answerTo(job: BookJob): Promise<BookAnswer> {
  try {
    if (job.kind === 'topic') return { outcome: 'topic', topic: read(job.body).topic };
    return job.kind === 'body' ? whole(job) : await set(job);
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
  const { steps, body } = changed.book.render(job.head, now);
  held.offer(topic, next, changed.book);
  return {
    outcome: 'set',
    baseVersion,
    record: changed.record,
    made: steps && areFew(steps) ? { steps } : wholeOf(body()),
  };
}

function whole({ topic, on, head }: BodyJob): BookAnswer {
  const book = held.get(topic, on);
  return book ? { outcome: 'body', ...wholeOf(book.body(head, new Date())) } : { outcome: 'missing' };
}

/** Pictures are copied here, where the book goes on to need them: a copy that crosses is made by both threads. */
function wholeOf({ body, notShown, pictures }: PublishBody): WholePages {
  return { body, notShown, pictures: pictures.map(({ name, bytes }) => ({ name, bytes: bytes.slice() })) };
}

function readFor({ topic }: SetJob, body: Uint8Array): ReturnType<typeof read> {
  const found = read(body);
  if (found.topic !== topic) throw new Refusal('malformed', { message: 'The body contains two topics' });
  return found;
}

function read(body: Uint8Array) {
  return validate(call.input, parseJson(body));
}

/** Bytes that move to the other thread. */
function movedOf(answer: BookAnswer): ArrayBuffer[] {
  if (answer.outcome === 'body') return movedPages(answer);
  if (answer.outcome !== 'set') return [];
  return [answer.record.bytes.buffer, ...('body' in answer.made ? movedPages(answer.made) : [])];
}

function movedPages({ body, pictures }: WholePages): ArrayBuffer[] {
  return [body.buffer, ...pictures.map(({ bytes }) => bytes.buffer)];
}
