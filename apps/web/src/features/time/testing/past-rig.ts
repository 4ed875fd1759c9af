import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { parseTopic } from '@sheetwire/rules/topic';
import type { DocumentPage } from '#features/report-document/shown-document.ts';
import { parseAddress } from '#features/selection/address.ts';
import { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { LoopInput, ReportSink, ShownReport, TopicLists } from '#features/viewer-ports.ts';
import { scriptedCalls } from '#lib/test-calls.ts';
import { Past } from '../past.ts';
import type { PastAnswer, PastQuestion } from '../past-fetch.ts';
import { PastScreen } from '../past-screen.ts';
import { VersionsList } from '../versions-list.ts';

export const topic = 'ACME/FX/SPOT';
const start = Date.UTC(2026, 10, 23, 14);
export const timeOf = (version: number) => start + version * 1000;
export const iso = (version: number) => new Date(timeOf(version)).toISOString();
export const page = (version: number) => `<table><tr><td>${version}</td></tr></table>`;
export const reportOf = (version: number): ShownReport => ({
  ...{ topic, version, pageNames: ['P'], pages: [page(version)], styles: [[]], time: 'no_time', sender: 'ACME/bot' },
  ...{ metadata: {}, snapshotDates: [], shownDate: null, canInteract: true, hasControls: false },
});
/** What the list of versions says: versions 3 to 10 are kept, or none. */
export const kept = { buckets: [], oldestUtc: iso(3), newestUtc: iso(10), newestVersion: 10 };
export const noneKept = { buckets: [], oldestUtc: null, newestUtc: null, newestVersion: 0 };
const lists: TopicLists = { isReady: true, entities: ['ACME'], groups: ['ACME/FX'], topics: [topic, 'ACME/FX/OTHER'] };

/** A report of ten versions in a viewer; versions 1 and 2 are not kept. What the server says is made up by `answer`. */
export function build(start_ = `/${topic}`) {
  const clock = new TestClock(timeOf(20));
  let address = start_;
  let loop: ReportSink | undefined;
  let pages: DocumentPage[] = [];
  const drawn: string[] = [];
  const inputs: LoopInput[] = [];
  const writes: string[] = [];
  const refreshes: number[] = [];
  const url = () => new URL(address, 'https://portal.example');
  const draw = (next: DocumentPage[]) => {
    pages = next;
    drawn.push(pages[0]?.html.replace(/<[^>]*>/g, '') ?? 'nothing');
  };
  const model = new ViewerModel({
    clock,
    leavePage: () => false,
    history: {
      read: () => parseAddress(url()),
      readText: () => `${url().pathname}${url().search}${url().hash}`,
      write(next, mode) {
        address = next;
        writes.push(`${mode} ${next}`);
      },
    },
    surface: {
      show: (report) => draw(report.pages.map((html, n) => ({ name: 'P', html, styles: report.styles[n] ?? [] }))),
      goTo: () => undefined,
      apply(ops) {
        draw([{ name: 'P', html: page(Number(ops[0]?.[3])), styles: [] }]);
        return true;
      },
      clear: () => draw([]),
    },
    topics: {
      lists: { subscribe: () => () => undefined, getSnapshot: () => lists },
      start: () => undefined,
      stop: () => undefined,
      refresh: () => undefined,
    },
    makeReports(sink) {
      loop = sink;
      return {
        present: (now) => now,
        noteServerTime: () => undefined,
        status: { subscribe: () => () => undefined, getSnapshot: () => ({ state: 'live' }) },
        set: (input) => void inputs.push(input),
        refresh: () => void refreshes.push(clock.now()),
        stop: () => undefined,
      };
    },
    readRecents: () => [],
    isSlow: () => false,
    saveRecents: () => undefined,
  });
  model.start();
  const device = { off: 0 };
  const server = { newest: 10, asked: [] as PastQuestion[], answer: undefined as (() => PastAnswer) | undefined };
  const answerTo = ({ at, from }: Pick<PastQuestion, 'at' | 'from'>): PastAnswer => {
    const asked = typeof at === 'number' ? at : Math.floor((Date.parse(at) - start) / 1000);
    const version = Math.min(asked, server.newest);
    if (version < 3) return { kind: 'nothing', version: 0, utc: undefined, newer: server.newest - 2, isThinned: false };
    const found = { version, utc: timeOf(version), newer: server.newest - version, isThinned: false };
    const shown = { version, time: 'no_time', sender: 'ACME/bot' };
    if (from === undefined) return { kind: 'pages', report: { ...reportOf(version), canInteract: false }, ...found };
    return { kind: 'ops', ops: [[0, 'c', 0, String(version)]], shown, ...found };
  };
  const screen = new PastScreen({ model, content: { pages: () => pages } });
  const past: Past = new Past({
    ...{ model, screen, clock, chance: () => 0 },
    async fetch(question) {
      server.asked.push(question);
      return (server.answer ?? (() => answerTo(question)))();
    },
    firstAfter: async () => 9,
    oldest: () => timeOf(3),
    whenKnown: (tell) => list.whenKnown(tell),
    now: () => clock.now() + device.off,
  });
  const parsed = parseTopic(topic);
  if (!loop || !parsed) throw new Error('The model made no loop');
  const line = { versions: (): unknown => kept };
  const list: VersionsList = new VersionsList({
    ...{ call: scriptedCalls({ versions: () => line.versions() }).call, clock, topic: parsed },
    now: () => clock.now(),
    at: () => past.state.getState().at,
  });
  return {
    ...{ line, list, model, past, clock, device, drawn, inputs, writes, refreshes, server, loop, answerTo },
    settle: () => clock.advance(limits.past.scrub),
    info: () => model.view.info.getState().report,
    goBackTo(earlier: string) {
      address = earlier;
      model.readAddress();
    },
  };
}

/** The same, live at version 10. */
export function live() {
  const built = build();
  built.loop.show(reportOf(10));
  const stop = built.past.start();
  return { ...built, stop };
}
