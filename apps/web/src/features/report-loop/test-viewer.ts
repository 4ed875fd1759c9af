import { TestClock } from '@sheetwire/client/test-clock';
import type { Op } from '@sheetwire/contract/live';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { parseTopic } from '@sheetwire/rules/topic';
import type { StoreApi } from 'zustand/vanilla';
import { type Facts, newFacts, noteCall, noteLate } from '#features/connection/connection.ts';
import { LineSense } from '#features/connection/line-sense.ts';
import { joinStream } from '#features/live/join-stream.ts';
import { LiveHub } from '#features/live/live-hub.ts';
import { pageLine } from '#features/live/page-line.ts';
import type { LoopInput, ReportNote, ReportSink, ShownReport } from '#features/viewer-ports.ts';
import { watched } from '#lib/api.ts';
import { Observable } from '#lib/observable.ts';
import type { SessionFacts } from './circumstances.ts';
import { ReportLoop } from './report-loop.ts';
import { TestServer, topic } from './test-server.ts';

/** The report document reduced to its text, with what was asked of it. */
export class TextSink implements ReportSink {
  pages: PageBody[] = [];
  version = 0;
  dates: readonly string[] = [];
  waitingUtc: string | undefined;
  mayRelease: boolean | undefined;
  canInteract = false;
  readonly heard: string[] = [];

  show(report: ShownReport): void {
    this.pages = report.pages.map((html, n) => ({ html, styles: report.styles[n] ?? [] }));
    this.version = report.version;
    this.waitingUtc = report.waitingUtc;
    this.canInteract = report.canInteract;
    this.heard.push(`show ${report.version}`);
  }

  apply(ops: readonly Op[], at: { readonly version: number }): void {
    this.pages = applyOps(this.pages, ops);
    this.version = at.version;
    this.heard.push(`apply ${at.version}`);
  }

  note({ snapshotDates, ...part }: ReportNote): void {
    if (snapshotDates) this.dates = snapshotDates;
    if ('waitingUtc' in part) {
      this.waitingUtc = part.waitingUtc;
      this.mayRelease = part.mayRelease;
    }
    if (part.canInteract !== undefined) this.canInteract = part.canInteract;
  }

  clear(): void {
    this.pages = [];
    this.version = 0;
    this.heard.push('clear');
  }
}

const watching: LoopInput = {
  topic: parseTopic(topic),
  date: undefined,
  live: true,
  isDatePickerOpen: false,
  isMidEntry: false,
  isPressed: false,
};

interface TestCircumstances {
  readonly isMobile?: boolean;
  /** What the viewer's clock shows first; the server's versions are of 2026-11-21 12:00. */
  readonly startsAt?: number;
}

/** A loop over a server of the tests, on a clock that the test moves. */
export class TestViewer {
  readonly clock: TestClock;
  readonly server: TestServer;
  readonly sink = new TextSink();
  readonly told: string[] = [];
  readonly isHidden = new Observable(false);
  /** When the sink can draw: at once. */
  ready = (): Promise<void> | undefined => undefined;
  session: SessionFacts | undefined = { hasLicense: true, isCookieLogin: false };
  readonly loop: ReportLoop;
  readonly line: LineSense;
  readonly facts: StoreApi<Facts>;
  #input = watching;

  constructor({ isMobile = false, startsAt = 0 }: TestCircumstances = {}) {
    this.clock = new TestClock(startsAt);
    this.server = new TestServer(this.clock);
    const { clock, server, sink, told, isHidden } = this;
    const chance = () => 1;
    const facts = newFacts(startsAt);
    const line = new LineSense({ clock, facts });
    this.line = line;
    this.facts = facts;
    const live = pageLine(new LiveHub({ transport: server, call: server.call, clock, chance }));
    joinStream(live, line);
    this.loop = new ReportLoop({
      call: watched(server.call, {
        now: () => clock.now(),
        note: (isConnected) => noteCall(isConnected, clock.now(), facts),
        noteLate: (askedAt) => noteLate(askedAt, facts),
      }),
      ...{ clock, chance, live, line },
      sink,
      events: {
        onLoggedOut: () => void told.push('logged out'),
        onOtherUser: () => void told.push('other user'),
        onLicenseLost: () => void told.push('license lost'),
      },
      session: () => this.session,
      isHidden,
      isMobile,
      browserId: 'l1',
      log: (message) => void told.push(message),
      ready: () => this.ready(),
    });
  }

  get status() {
    return this.loop.status.getSnapshot();
  }

  set(input: Partial<LoopInput> = {}): void {
    this.#input = { ...this.#input, ...input };
    this.loop.set(this.#input);
  }

  /** The server is stopped as by SIGSTOP: lines stand, and nothing comes over them. */
  freeze(): void {
    this.server.streams = 'muted';
    this.server.calls = 'hanging';
  }

  thaw(): void {
    this.server.streams = 'up';
    this.server.calls = 'up';
  }
}

/** A viewer whose stream is open and shows the newest version. */
export async function liveViewer(): Promise<TestViewer> {
  const viewer = new TestViewer();
  viewer.set();
  await viewer.clock.advance(0);
  return viewer;
}

/** A viewer that polls, since a proxy buffers the stream. */
export async function pollingViewer(given?: TestCircumstances): Promise<TestViewer> {
  const viewer = new TestViewer(given);
  viewer.server.streams = 'muted';
  viewer.set();
  await viewer.clock.advance(0);
  return viewer;
}
