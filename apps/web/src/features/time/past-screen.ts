import type { Topic } from '@sheetwire/rules/topic';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { LoopInput, ShownReport } from '#features/viewer-ports.ts';
import { LiveAside } from './live-aside.ts';
import type { PastAnswer } from './past-fetch.ts';
import { emptyReport, noteUnlessMismatch, textsOf } from './past-pages.ts';

export interface PastScreenDeps {
  readonly model: Pick<ViewerModel, 'view' | 'keepAside'> & {
    readonly reports: Pick<ViewerModel['reports'], 'status' | 'set'>;
  };
  readonly content: Pick<ShownContent, 'pages'>;
}

/** What was asked for. */
export interface PastAsk {
  readonly topic: Topic;
  /** The version that was shown then. */
  readonly from: number | undefined;
  readonly shownAt: string;
}

type Listener = () => void;

/** What the viewer shows of the past, and beside it the live report, which comes back at once. */
export class PastScreen {
  readonly #deps: PastScreenDeps;
  #topic: Topic | undefined;
  #aside: LiveAside | undefined;
  /** What the pages on the screen are; undefined where only whole pages tell. */
  #shown: number | undefined;
  /** Steps did not fit what is shown. */
  #isSpoilt = false;
  #newestThen = 0;
  #onNews: Listener = () => undefined;
  #onEmpty: Listener = () => undefined;

  constructor(deps: PastScreenDeps) {
    this.#deps = deps;
  }

  onNews(listener: Listener): () => void {
    this.#onNews = listener;
    return this.#deps.model.reports.status.subscribe(listener);
  }

  onEmpty(listener: Listener): () => void {
    this.#onEmpty = listener;
    return () => undefined;
  }

  /** The past is shown, or is on its way there. */
  get isPast(): boolean {
    return this.#aside !== undefined;
  }

  /** The version from which steps can be asked for. */
  get shownVersion(): number | undefined {
    if (this.#isSpoilt) return undefined;
    return this.#aside ? this.#shown : this.#liveVersion || undefined;
  }

  /** The newest version that is known of. */
  get newest(): number {
    const status = this.#deps.model.reports.status.getSnapshot();
    const version = this.#aside ? this.#aside.version : this.#liveVersion;
    return version && version + ('behind' in status ? status.behind : 0);
  }

  /** How many versions came since what is shown was asked for. */
  get sinceShown(): number {
    return this.#newestThen === 0 ? 0 : Math.max(0, this.newest - this.#newestThen);
  }

  /** The past of a report is shown from here on; false when it was not before. */
  enter(topic: Topic): boolean {
    if (this.#aside && topic === this.#topic) return true;
    const { model, content } = this.#deps;
    const { report } = model.view.info.getState();
    const isOther = this.#aside !== undefined;
    this.#topic = topic;
    this.#shown = undefined;
    this.#newestThen = 0;
    this.#aside = new LiveAside({
      onVersion: () => this.#heard(),
      onEmpty: () => this.#onEmpty(),
      onCleared: () => this.#cleared(),
    });
    if (isOther) model.view.clear();
    else if (report && !report.isEmpty && report.topic === topic && report.shownDate === null) {
      this.#aside.take(report, content.pages());
      this.#shown = report.version;
    }
    model.keepAside(this.#aside);
    return false;
  }

  /** What was live stands until the first moment comes: it is told, and may be used, as what is not live any more. */
  freeze(shownAt: string): void {
    const { model, content } = this.#deps;
    const { report } = model.view.info.getState();
    if (!report || report.shownAt || this.shownVersion === undefined) return;
    model.view.show({ ...report, ...textsOf(content.pages()), shownAt, canInteract: false });
  }

  /** Shows the answer to a question; false when its steps do not lead from what is shown: the pages are asked for. */
  show(answer: Exclude<PastAnswer, { readonly kind: 'closed' }>, { topic, from, shownAt }: PastAsk): boolean {
    if (answer.kind === 'ops' && this.shownVersion !== from) {
      this.spoil();
      return false;
    }
    this.enter(topic);
    if (answer.kind === 'ops') return this.#step(answer, shownAt);
    const report = answer.kind === 'pages' ? answer.report : emptyReport(topic);
    this.#deps.model.view.show({ ...report, shownAt });
    this.#showed(answer.kind === 'pages' ? answer.version : undefined);
    return true;
  }

  /** The live report again. */
  leave(): void {
    const { model } = this.#deps;
    const aside = this.#aside;
    if (!aside) return;
    const report = this.#liveOf(aside);
    if (report) model.view.show(report);
    else model.view.clear();
    this.#aside = undefined;
    this.#isSpoilt = false;
    model.keepAside(undefined);
  }

  /** Nothing of the report may be viewed any more, now or then: what is kept aside is not shown either. */
  forget(): void {
    if (!this.#topic) return;
    this.#deps.model.reports.set(nothingAsked);
    this.#aside?.take(emptyReport(this.#topic), []);
  }

  #liveOf(aside: LiveAside): ShownReport | undefined {
    try {
      return aside.report();
    } catch (fault) {
      // A delta did not fit what is kept aside: the report is asked for as if it were another.
      noteUnlessMismatch(fault);
      this.#deps.model.reports.set(nothingAsked);
      return undefined;
    }
  }

  /** The next answer must bring the pages. */
  spoil(): void {
    this.#isSpoilt = true;
  }

  #step({ ops, shown, version }: PastAnswer & { readonly kind: 'ops' }, shownAt: string): boolean {
    try {
      this.freeze(shownAt);
      this.#deps.model.view.apply(ops, { ...shown, shownAt });
    } catch (fault) {
      // What stands there may be torn: the pages make it whole.
      noteUnlessMismatch(fault);
      this.spoil();
      return false;
    }
    this.#showed(version);
    return true;
  }

  #showed(version: number | undefined): void {
    this.#shown = version;
    this.#isSpoilt = false;
    this.#newestThen = this.newest;
  }

  #heard(): void {
    if (this.#newestThen === 0) this.#newestThen = this.newest;
    this.#onNews();
  }

  /** The viewer shows nothing of what was asked for before. */
  #cleared(): void {
    this.#shown = undefined;
    this.#deps.model.view.clear();
  }

  get #liveVersion(): number {
    return this.#deps.model.view.info.getState().report?.version ?? 0;
  }
}

/** Ends what the loop asks for; the model says anew what that is. */
const nothingAsked: LoopInput = {
  ...{ topic: undefined, date: undefined, live: true, isDatePickerOpen: false, isMidEntry: false, isPressed: false },
};
