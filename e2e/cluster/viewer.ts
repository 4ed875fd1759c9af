import { type Caller, createCaller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { fetchTransport, type StreamTransport, type TransportOptions } from '@sheetwire/client/stream-transport';
import type { Op } from '@sheetwire/contract/live';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { parseTopic } from '@sheetwire/rules/topic';
import { newFacts, noteCall, noteLate } from '../../apps/web/src/features/connection/connection.ts';
import { LineSense } from '../../apps/web/src/features/connection/line-sense.ts';
import { joinStream } from '../../apps/web/src/features/live/join-stream.ts';
import { LiveHub } from '../../apps/web/src/features/live/live-hub.ts';
import type { LiveLine } from '../../apps/web/src/features/live/live-line.ts';
import { pageLine } from '../../apps/web/src/features/live/page-line.ts';
import { ReportLoop } from '../../apps/web/src/features/report-loop/report-loop.ts';
import type { ReportSink, ShownReport } from '../../apps/web/src/features/viewer-ports.ts';
import { watched } from '../../apps/web/src/lib/api.ts';
import { Observable } from '../../apps/web/src/lib/observable.ts';
import type { History } from './check/history.ts';
import { claimsNewest } from './check/screens.ts';
import { valuesOf } from './content.ts';

/** A viewer's ways to the portal. */
interface ViewerLine {
  readonly call: Caller;
  readonly transport: StreamTransport;
}

export interface ViewerOptions extends ViewerLine {
  readonly name: string;
  readonly topic: string;
  readonly browserId: string;
  readonly history: History;
  readonly clock: Clock;
  readonly chance: () => number;
  /** What the cells of pages say, each value once; as the reports of a cluster when it is left out. */
  readonly read?: (pages: readonly string[]) => readonly number[];
}

/** To the balancer, or over a line to it. */
export function overHttp(options: TransportOptions): ViewerLine {
  return { call: createCaller(options), transport: fetchTransport(options) };
}

/** The viewer's own loop over its own stream, as the page runs it; each change of the screen is noted. */
export class ClusterViewer {
  readonly name: string;
  readonly topic: string;
  readonly #loop: ReportLoop;
  readonly #live: LiveLine;
  readonly #screen: Screen;

  constructor(options: ViewerOptions) {
    const { name, topic, browserId, call: plain, transport, history, clock, chance, read = valuesOf } = options;
    this.name = name;
    this.topic = topic;
    this.#screen = new Screen(read, (version, values) =>
      history.add({ what: 'shown', viewer: name, topic, at: history.now(), version, values }),
    );
    const facts = newFacts();
    const line = new LineSense({ clock, facts });
    const call = watched(plain, {
      now: () => clock.now(),
      note: (isConnected) => noteCall(isConnected, clock.now(), facts),
      noteLate: (askedAt) => noteLate(askedAt, facts),
    });
    this.#live = pageLine(new LiveHub({ transport, call: plain, clock, chance }));
    joinStream(this.#live, line);
    const says = (words: string) => history.add({ what: 'says', viewer: name, topic, at: history.now(), words });
    this.#loop = new ReportLoop({
      ...{ call, clock, chance, line, browserId },
      live: this.#live,
      sink: this.#screen,
      events: {
        onLoggedOut: () => says('logged out'),
        onOtherUser: () => says('other user'),
        onLicenseLost: () => says('license lost'),
      },
      session: () => ({ hasLicense: true, isCookieLogin: false }),
      isHidden: new Observable(false),
      isMobile: false,
      log: (message) => says(message),
      ready: () => undefined,
    });
    this.#loop.status.subscribe(() => says(this.words));
  }

  get words(): string {
    return this.#loop.status.getSnapshot().state;
  }

  open(): void {
    const still = { date: undefined, live: true, isDatePickerOpen: false, isMidEntry: false, isPressed: false };
    this.#loop.set({ topic: parseTopic(this.topic), ...still });
  }

  /** True when it shows this version, or a newer one, and says that nothing is newer. */
  isAt(version: number): boolean {
    const { words } = this;
    return this.#screen.version >= version && claimsNewest({ at: 0, words, version: this.#screen.version });
  }

  close(): void {
    this.#loop.stop();
    this.#live.close();
  }
}

/** The report document reduced to the values of its cells. */
class Screen implements ReportSink {
  version = 0;
  #pages: readonly PageBody[] = [];
  readonly #read: (pages: readonly string[]) => readonly number[];
  readonly #tell: (version: number, values: readonly number[]) => void;

  constructor(
    read: (pages: readonly string[]) => readonly number[],
    tell: (version: number, values: readonly number[]) => void,
  ) {
    this.#read = read;
    this.#tell = tell;
  }

  show(report: ShownReport): void {
    this.#pages = report.pages.map((html, n) => ({ html, styles: report.styles[n] ?? [] }));
    this.#set(report.version);
  }

  apply(ops: readonly Op[], at: { readonly version: number }): void {
    this.#pages = applyOps(this.#pages, ops);
    this.#set(at.version);
  }

  clear(): void {
    this.#pages = [];
    this.#set(0);
  }

  #set(version: number): void {
    const values = this.#read(this.#pages.map(({ html }) => html));
    this.version = values.length > 0 ? version : 0;
    this.#tell(version, values);
  }
}
