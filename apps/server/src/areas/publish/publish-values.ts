import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishValues as call } from '@sheetwire/contract/publish';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { PublishHead } from '@sheetwire/sheet/render-file';
import type { SentValues } from '#books/book-job.ts';
import type { SetValues } from '#books/live-books.ts';
import { isWaiting, waitsAs } from '#books/waiting-book.ts';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { KeptBook } from '#ports/books/book-store.ts';
import type { HeldPublish } from '#ports/guard/guard-store.ts';
import type { Follows } from '#report/publish/publishes.ts';
import type { ReportState } from '#report/report-state.ts';
import { isNewest, publishAnswer } from './guard/publish-answer.ts';
import { assertNotHeld } from './history/held.ts';
import { ownVersion } from './keep-workbook.ts';
import type { PublishDeps } from './publish-deps.ts';
import { publishMade, takeMade } from './publish-workbook.ts';
import { asPublisher, assertPublishesAny, mayPublish, noting, takeTurn } from './publisher.ts';
import { topicAhead } from './topic-ahead.ts';

/** The unpacked body of a publish of values and its parser. */
interface ValuesBody {
  readonly bytes: Buffer;
  readonly parse: () => Parsed<typeof call>;
}

interface Values {
  readonly topic: Topic;
  readonly sent: SentValues;
  /** Of a long body it is known once a thread has read it. */
  readonly baseVersion: number | undefined;
}

interface SentBy extends Values {
  readonly user: User;
}

type Answer = Output<typeof call>;

/** Sets values on the workbook that was published last and publishes its pages (decision 58). */
export async function publishValues(deps: PublishDeps, body: ValuesBody, request: KnownRequest): Promise<Answer> {
  takeTurn(deps, request);
  const values = await read(deps, body, request);
  const { user } = await mayPublish(deps, values.topic, request);
  await noting(deps, values.topic, request, () => assertNotHeld(deps, values.topic));
  return deps.valueTurns.run(user, () =>
    deps.books.inTurn(values.topic, async () => {
      if (request.signal.aborted) throw new Refusal('busy');
      return onNewest(deps, { ...values, user }, request);
    }),
  );
}

/** A long body is read on the thread that works with it. */
async function read(deps: PublishDeps, { bytes, parse }: ValuesBody, request: KnownRequest): Promise<Values> {
  if (bytes.length <= limits.values.inline) {
    const { topic, baseVersion, sheets } = parse();
    return { topic, sent: { sheets }, baseVersion };
  }
  const ahead = topicAhead(bytes);
  if (!ahead) await assertPublishesAny(deps, request);
  return { topic: ahead ?? (await deps.books.topicOf(bytes)), sent: { body: bytes }, baseVersion: undefined };
}

/** The report is no longer what the values were worked into. */
class Outrun extends Refusal {}

async function onNewest(deps: PublishDeps, values: SentBy, request: KnownRequest): Promise<Answer> {
  for (let tried = 0; ; tried++) {
    try {
      return await onKept(deps, values, request);
    } catch (error) {
      if (!(error instanceof Outrun) || tried === limits.values.retries) throw error;
    }
  }
}

interface Standing extends Pick<ReportState, 'version' | 'ownVersion' | 'time'> {
  /** What waits for approval, where the pages of the book are that. */
  readonly held?: HeldPublish;
}

async function onKept(deps: PublishDeps, values: SentBy, request: KnownRequest): Promise<Answer> {
  const { topic, sent } = values;
  const { book, standing } = await present(deps, values);
  const head = { topic, metadata: JSON.parse(book.metadata) };
  const set = await deps.books.set(book, sent, head);
  if (!set) throw needed(standing.version, Outrun);
  const read = told(set, standing);
  assertBase(read.baseVersion ?? values.baseVersion, standing);
  deps.heard(topic);
  const { version, time, held } = standing;
  const isSame = read.outcome === 'same';
  if (isSame && !(await isNewest(deps.engine, topic, version))) throw needed(version, Outrun);
  if (isSame) return publishAnswer(topic, { version, time, changed: false, held });
  const follows: Follows = (before, waits) => {
    const isSame = held
      ? waits !== undefined && waitsAs(book, waits) && (before?.version ?? 0) === version
      : before?.ownVersion === book.version && waits?.sender !== values.user;
    if (!isSame) throw needed(before?.version ?? 0, Outrun);
  };
  const waiting: HeldPublish[] = [];
  const onHeld = (next: HeldPublish) => waiting.push(next);
  const made = { topic, set: read, next: read.next, head, follows, onHeld, isWhole: held !== undefined };
  const published = await publishSet(deps, made, request);
  const [waits] = waiting;
  const shows = waits ? 0 : await ownVersion(deps, topic, published);
  const record = { body: read.record.bytes, isWhole: read.record.isWhole };
  await deps.books.note(book, { version: shows ?? book.version, state: read.next, record }, waits);
  return published;
}

interface MadeSet {
  readonly topic: Topic;
  readonly set: Extract<SetValues, { readonly outcome: 'set' }>;
  readonly next: string;
  readonly head: PublishHead;
  readonly follows: Follows;
  readonly onHeld: (held: HeldPublish) => void;
  /** Viewers have other pages than those that the steps begin at. */
  readonly isWhole: boolean;
}

/** Publishes what values made: the steps from the pages before, where they are enough. */
async function publishSet(
  deps: PublishDeps,
  { topic, set: { made }, next, head, follows, onHeld, isWhole }: MadeSet,
  request: KnownRequest,
): Promise<Answer> {
  if ('steps' in made && !isWhole) {
    const { steps } = made;
    const published = await asPublisher(deps, topic, request, ({ user: sender, stillMay }) =>
      deps.engine.step(topic, { sender, stillMay, follows, steps }),
    );
    if (published?.held) onHeld(published.held);
    if (published) return publishAnswer(topic, published);
  }
  const whole = 'body' in made ? made : await deps.books.body(topic, next, head);
  if (!whole) throw new Outrun('workbook_needed', { have: 0, need: 'workbook' });
  takeMade(deps, whole, request);
  const { notShown: _, ...published } = await publishMade(
    deps,
    { ...whole, topic, follows, onHeld, source: 'values' },
    request,
  );
  return published;
}

/**
 * The book of which the report is what it shows, or what its publisher has waiting: anything else that was published since
 * made it wrong.
 */
async function present(
  deps: PublishDeps,
  { topic, user }: SentBy,
): Promise<{ readonly book: KeptBook; readonly standing: Standing }> {
  const book = await deps.books.find(topic);
  // Another server may have published values that this one has not heard of.
  if (book && book.version > (deps.engine.head(topic)?.version ?? 0)) await deps.engine.refresh(topic);
  const standing = await deps.engine.read(topic, standingOf);
  const held = book && (await deps.guard.held(topic));
  if (book && held?.sender === user) {
    if (waitsAs(book, held)) return { book, standing: { ...(standing ?? nothing), held } };
  } else if (book && !isWaiting(book) && standing?.ownVersion === book.version) return { book, standing };
  throw needed(standing?.version ?? 0);
}

/** A report of which all that was published waits. */
const nothing: Standing = { version: 0, ownVersion: 0, time: 'no_time' };

function standingOf(state: ReportState | undefined): Standing | undefined {
  return state && { version: state.version, ownVersion: state.ownVersion, time: state.time };
}

/** What the thread made of the values, or its refusal. */
function told(set: SetValues, { version }: Standing): Extract<SetValues, { outcome: 'set' | 'same' }> {
  switch (set.outcome) {
    case 'structure':
      throw needed(version, Refusal, `${set.message}; publish the workbook again`);
    case 'malformed':
      throw new Refusal('malformed', { message: set.message });
    case 'unreadable':
      throw new Refusal('unreadable_file', { message: set.message });
    case 'set':
    case 'same':
      return set;
  }
}

function assertBase(base: number | undefined, { version, ownVersion, held }: Standing): void {
  if (base === undefined || base === version || base === ownVersion || base === held?.number) return;
  throw new Refusal('wrong_base_version', { have: version });
}

function needed(have: number, Kind: typeof Refusal = Refusal, message?: string): Refusal {
  return new Kind('workbook_needed', { have, need: 'workbook', ...(message !== undefined && { message }) });
}
