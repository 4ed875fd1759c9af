import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Parsed } from '@sheetwire/contract/call';
import { stream, watch } from '@sheetwire/contract/live';
import { report } from '@sheetwire/contract/reports';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import type { FormerStep } from '@sheetwire/server/storage/testing/former/former-writer';

/** A report of one page as it is shown. */
interface FormerReport {
  readonly topic: string;
  readonly version: number;
  readonly time: string;
  readonly page: PageBody;
}

/**
 * What viewers have of a server of the earlier version, whose code cannot be started any more: the report, and a stream
 * that carries what is kept until the server stops (interfaces 7, 9).
 */
export class FormerPortal {
  readonly url: string;
  #report: FormerReport;
  readonly #deltas: { readonly from: number; readonly text: string }[] = [];
  readonly #streams = new Map<string, ServerResponse>();
  readonly #watching = new Set<ServerResponse>();
  readonly #server = createServer((request, answer) => {
    this.#answer(request, answer).catch(() => answer.destroy());
  });

  private constructor(port: number, shown: FormerReport) {
    this.url = `http://127.0.0.1:${port}`;
    this.#report = shown;
  }

  static async open(port: number, shown: FormerReport): Promise<FormerPortal> {
    const portal = new FormerPortal(port, shown);
    await new Promise<void>((resolve) => portal.#server.listen(port, '127.0.0.1', resolve));
    return portal;
  }

  /** How many streams carry the report. */
  get watching(): number {
    return this.#watching.size;
  }

  /** Tells everybody who watches of a version. */
  kept({ version, time, op }: FormerStep): void {
    const { topic, version: from, page } = this.#report;
    const [next = page] = applyOps([page], [op]);
    this.#report = { topic, version, time, page: next };
    const text = `event: delta\ndata: ${JSON.stringify({ topic, from, to: version, time, ops: [op] })}\n\n`;
    this.#deltas.push({ from, text });
    for (const answer of this.#watching) answer.write(text);
  }

  /** As a server stops: it takes nobody any more, and its streams end. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const answer of this.#streams.values()) answer.end();
    await closed;
  }

  async #answer(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0];
    if (path === stream.path) this.#open(answer);
    else if (path === watch.path) this.#watch(watch.input.parse(await json(request)), answer);
    else if (path === report.path) say(answer, this.#shown(report.input.parse(await json(request))));
    else answer.writeHead(path === '/readyz' ? 200 : 404).end();
  }

  #shown({ topic: asked }: Parsed<typeof report>): unknown {
    const { topic, version, time, page } = this.#report;
    if (asked.topic !== topic) throw new Error(`${asked.topic} is not here`);
    return {
      ...{ pages: [page.html], pageNames: ['Rates'], styles: [page.styles], version, time, sender: 'ACME/bot' },
      ...{ topicBase: topic, snapshotDates: [], shownDate: null, metadata: {}, publisherSeenUtc: null },
      ...{ hasControls: false, hasUserHtml: false, canInteract: false, nodiff: false, logout: false, logDeep: false },
    };
  }

  #open(answer: ServerResponse): void {
    const streamId = `former ${this.#streams.size + 1}`;
    this.#streams.set(streamId, answer);
    answer.on('close', () => this.#watching.delete(answer));
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.write(`event: hello\ndata: ${JSON.stringify({ streamId })}\n\n`);
  }

  #watch({ streamId, topics }: Parsed<typeof watch>, answer: ServerResponse): void {
    const streaming = this.#streams.get(streamId);
    const watched = topics.find(({ topic }) => topic === this.#report.topic);
    if (!streaming) answer.writeHead(404).end();
    else {
      if (watched) {
        this.#watching.add(streaming);
        for (const { from, text } of this.#deltas) if (from >= watched.version) streaming.write(text);
      }
      say(answer, {});
    }
  }
}

function say(answer: ServerResponse, body: unknown): void {
  answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
