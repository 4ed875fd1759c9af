import type { Clock } from '@sheetwire/client/clock';
import type { LineReader, StreamTransport } from '@sheetwire/client/stream-transport';
import { lineDown, TestLine, testCaller } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import type { LiveEvents, Op } from '@sheetwire/contract/live';
import { applyOps, type PageBody } from '@sheetwire/page/ops';

type Delta = LiveEvents['delta'];

/** The topic that the server of these tests holds. */
export const topic = 'ACME/RATES/DAILY';

/** A page of two cells with these texts. */
export function pageOf(a: string, b: string): string {
  return `<table><tbody><tr><td>${a}</td><td>${b}</td></tr></tbody></table>`;
}

/** Versions that were published before the first that these tests see. */
const BEFORE = 2;

/** The wire time of a version: two milliseconds each, as its publisher made it. */
export function timeOf(version: number): string {
  const ms = 2 * (version + BEFORE);
  return `2026112112${String(Math.floor(ms / 1000) % 3600).padStart(4, '0')}${String(ms % 1000).padStart(3, '0')}`;
}

/** A server with one report and one stream, as interfaces 7 describes them; a test breaks and mends it. */
export class TestServer implements StreamTransport {
  readonly seesComments = true;
  readonly #clock: Clock;
  readonly #client = testCaller(
    (name, input) => this.#answer(name, input),
    () => this.time(),
  );
  #pages: PageBody[] = [{ html: pageOf('1', '2'), styles: [] }];
  #version = 1;
  #log: (Delta | { readonly from: number; readonly to: number })[] = [];
  #line: TestLine | undefined;
  #carried: number | undefined;
  #isLosing = false;
  mayView = true;
  /** `muted` accepts a stream and sends nothing, as behind a proxy that buffers, or of a server that is stopped. */
  streams: 'up' | 'muted' | 'down' = 'up';
  calls: 'up' | 'down' | 'hanging' = 'up';
  /** What its answers say of the time. */
  time: () => number | undefined = () => undefined;
  /** Answers the next calls for the report instead. */
  beforeReport: (() => unknown) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get call() {
    return this.#client.call;
  }

  /** The inputs of the calls for the report so far. */
  get fetches(): readonly { readonly [field: string]: unknown }[] {
    return this.#client.asked.filter(({ name }) => name === 'report').map(({ input }) => ({ ...Object(input) }));
  }

  get watches(): readonly unknown[] {
    return this.#client.asked.filter(({ name }) => name === 'watch').map(({ input }) => input);
  }

  get version(): number {
    return this.#version;
  }

  get pages(): readonly PageBody[] {
    return this.#pages;
  }

  get line(): TestLine {
    if (!this.#line) throw new Error('No stream is open');
    return this.#line;
  }

  open(reader: LineReader): () => void {
    const line = new TestLine(reader);
    this.#carried = undefined;
    this.#line = line;
    const cancel = this.#clock.after(0, () => {
      if (this.streams === 'up') line.send('hello', { streamId: 's', beat: limits.streamBeat });
      if (this.streams === 'down') line.end();
    });
    const stopBeat = this.#beat(line);
    return () => {
      cancel();
      stopBeat();
      line.isClosed = true;
    };
  }

  #beat(line: TestLine): () => void {
    let cancel: () => void = () => undefined;
    const next = () => {
      cancel = this.#clock.after(limits.streamBeat, () => {
        if (this.streams === 'up') line.comment();
        next();
      });
    };
    next();
    return () => cancel();
  }

  publishCell(cell: 0 | 1, text: string): void {
    this.publish([[0, 'c', cell, text]]);
  }

  publish(ops: Op[]): void {
    const from = this.#version++;
    this.#pages = applyOps(this.#pages, ops);
    const delta = { topic, from, to: this.#version, time: timeOf(this.#version), ops };
    this.#log.push(delta);
    this.#tell(delta);
  }

  /** A change that no delta can say. */
  publishWhole(text: string): void {
    const from = this.#version++;
    this.#pages = [...this.#pages, { html: pageOf(text, text), styles: [] }].slice(-3);
    const step = { from, to: this.#version };
    this.#log.push(step);
    this.#tell(step);
  }

  /** The log before now is gone. */
  forget(): void {
    this.#log = [];
  }

  cut(): void {
    const line = this.#line;
    this.#line = undefined;
    this.#carried = undefined;
    this.#isLosing = false;
    line?.end();
  }

  setRights(mayView: boolean): void {
    if (this.mayView === mayView) return;
    this.mayView = mayView;
    if (mayView) this.#line?.send('topics', { added: [topic], removed: [] });
    else if (this.#carried !== undefined) this.#line?.send('rights', { topic });
    this.#carried = undefined;
  }

  /** The next event is lost on the way, and the line with it. */
  loseNext(): void {
    this.#isLosing = true;
  }

  #tell(step: Delta | { readonly from: number; readonly to: number }): void {
    if (this.#carried === undefined || !this.mayView) return;
    const isNext = this.#carried === step.from;
    this.#carried = step.to;
    if (this.#isLosing) this.cut();
    else if (isNext && 'ops' in step) this.#line?.send('delta', step);
    else this.#line?.send('changed', { topic, version: step.to });
  }

  #answer(name: string, input: unknown): unknown {
    if (this.calls === 'down') lineDown();
    if (this.calls === 'hanging') return new Promise(() => undefined);
    const fields: Record<string, unknown> = { ...Object(input) };
    return name === 'watch' ? this.#watch(fields.topics) : this.#report(fields);
  }

  #watch(topics: unknown): unknown {
    const watched = Array.isArray(topics) ? topics[0] : undefined;
    this.#carried = this.mayView ? watched?.version : undefined;
    if (this.#carried === undefined) return {};
    const missing = this.#log.filter(({ to }) => to > (this.#carried ?? 0));
    if (missing[0]?.from === this.#carried) for (const step of missing) this.#tell(step);
    else if (this.#carried !== this.#version) this.#tell({ from: -1, to: this.#version });
    return {};
  }

  #report({ reportTime, returnReport, canInteract }: Record<string, unknown>): unknown {
    if (this.beforeReport) return this.beforeReport();
    if (!this.mayView) return { pages: [], pageNames: [], time: 'no_time', version: 0, styles: [], nodiff: false };
    if (returnReport === false) return { nodiff: true, version: this.#version };
    if (reportTime === timeOf(this.#version) && canInteract === false) return { nodiff: true };
    return {
      pages: this.#pages.map(({ html }) => html),
      styles: this.#pages.map(({ styles }) => [...styles]),
      pageNames: this.#pages.map((_, n) => `Page ${n}`),
      time: timeOf(this.#version),
      recentTimes: [BEFORE, 1, 0].map((ago) => timeOf(this.#version - ago)),
      version: this.#version,
      sender: 'ACME/pub',
      nodiff: false,
    };
  }
}
