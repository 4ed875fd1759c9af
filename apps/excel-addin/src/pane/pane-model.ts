import type { Clock } from '@sheetwire/client/clock';
import { CallError } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import { publishingReport, publishingReports } from '@sheetwire/contract/publishing/calls';
import { publishRelease } from '@sheetwire/contract/publishing/history';
import type { LiveState } from '@sheetwire/live-book/publish/live-state';
import { parseTopic, whyNoTopic } from '@sheetwire/rules/topic';
import { createStore } from 'zustand/vanilla';
import { type Credential, isRejected } from './credential.ts';
import { LiveSession } from './live-session.ts';
import type { PaneHost } from './pane-host.ts';
import { emptyPane, isOn, type PaneState, pagesOf, type Work, waitsOf } from './pane-state.ts';
import { wordsOfFault, wordsOfLive, wordsOfPublished } from './pane-words.ts';
import { SignIn } from './sign-in.ts';

export interface PaneParts {
  readonly host: PaneHost;
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly chance: () => number;
  /** Gives Excel its turn: a macrotask. */
  readonly pause: () => Promise<void>;
  readonly instanceId: string;
}

const expired = 'Session expired. Log in again.';

/** All that the pane shows and does; the page draws its state and calls its methods. */
export class PaneModel {
  readonly store = createStore<PaneState>(() => emptyPane);
  readonly signIn: SignIn;
  readonly #parts: PaneParts;
  readonly #live: LiveSession;
  #cancelPoll: (() => void) | undefined;
  /** The login whose question about the report is under way. */
  #polling: number | undefined;

  constructor(parts: PaneParts) {
    this.#parts = parts;
    this.signIn = new SignIn({ ...parts, onChange: (credential) => this.#isWho(credential) });
    this.#live = new LiveSession({
      ...parts,
      signIn: this.signIn,
      openBook: () => parts.host.openBook(),
      onState: (live) => this.#isLive(live),
    });
  }

  /** What the workbook and this computer remember. */
  async start(): Promise<void> {
    this.#set({ ...this.#parts.host.choice() });
    // Who cannot be remembered logs in.
    await this.signIn.remembered().catch((fault: unknown) => this.#failed(fault));
    if (!this.signIn.credential) this.#set({ phase: 'signed-out' });
  }

  logIn(given: string, isRemembered: boolean): Promise<void> {
    return this.#do('sign-in', () => this.signIn.with(given, isRemembered));
  }

  logInByPortal(isRemembered: boolean): Promise<void> {
    return this.#do('sign-in', async () => void (await this.signIn.byPortal(isRemembered)));
  }

  async logOut(): Promise<void> {
    await this.#live.stop();
    await this.signIn.out();
  }

  /** What is published where; nothing of it changes while live. */
  choose(choice: Partial<Pick<PaneState, 'report' | 'ranges' | 'sheets' | 'takesEntries' | 'publishSecret'>>): void {
    const isOther = choice.report !== undefined && choice.report !== this.#state.report;
    this.#set({ ...choice, dryRun: undefined, ...(isOther && { detail: undefined, asksSecret: false, problem: '' }) });
    if (isOther) this.#pollNow();
  }

  /** One sheet more or less; every visible one again is no choice. */
  toggleSheet(sheet: string, isChosen: boolean): void {
    const { visible, sheets = visible } = this.#state;
    const chosen = visible.filter((name) => (name === sheet ? isChosen : sheets.includes(name)));
    this.choose({ sheets: chosen.length === visible.length ? undefined : chosen });
  }

  goLive({ isStandby = false } = {}): Promise<void> {
    return this.#do('go-live', async () => {
      const target = await this.#target();
      await this.#live.start(target, isStandby);
    });
  }

  stop(): Promise<void> {
    return this.#live.stop();
  }

  pause(): void {
    this.#live.pause();
  }

  resume(): void {
    this.#live.resume();
  }

  publish(): Promise<void> {
    return this.#do('publish', async () => {
      const { notShown, ...published } = await this.#live.publish(await this.#target());
      const words = wordsOfPublished(published);
      const kinds = notShown.length === 1 ? '1 kind of content is' : `${notShown.length} kinds of content are`;
      this.#note(notShown.length === 0 ? words : `${words}; ${kinds} not shown`);
      this.#pollNow();
    });
  }

  dryRun(): Promise<void> {
    return this.#do('dry-run', async () => {
      this.#set({ dryRun: undefined });
      await this.#ofThisLogin(async () => {
        const dryRun = await this.#live.dryRun(await this.#target());
        return () => this.#set({ dryRun });
      });
    });
  }

  closeDryRun(): void {
    this.#set({ dryRun: undefined });
  }

  /** Lets publishing go on after a rollback. */
  release(): Promise<void> {
    return this.#do('release', async () => {
      const { detail } = this.#state;
      if (!detail?.held) return;
      await this.signIn.call(publishRelease, { topic: detail.topic, version: detail.held.version, accept: true });
      this.#note('Publishing continues');
      this.#live.resume();
      this.#pollNow();
    });
  }

  get #state(): PaneState {
    return this.store.getState();
  }

  #set(state: Partial<PaneState>): void {
    this.store.setState(state);
  }

  /** One thing at a time; what it throws is said. */
  async #do(work: Work, run: () => Promise<void>): Promise<void> {
    if (this.#state.work !== '') return;
    const { login } = this.#state;
    this.#set({ work, problem: '' });
    try {
      await run();
    } catch (fault) {
      await this.#failed(fault, login);
    } finally {
      this.#set({ work: '' });
    }
  }

  /** Does what an answer comes to, unless somebody else, or no one, is logged in by then; what fails is said likewise. */
  async #ofThisLogin(ask: () => Promise<() => void>): Promise<void> {
    const { login } = this.#state;
    const done = await ask();
    if (this.#state.login === login) done();
  }

  /** A fault of a login that is over is nobody's any more: least of all does it log the next one out. */
  async #failed(fault: unknown, login = this.#state.login): Promise<void> {
    if (this.#state.login !== login) return;
    if (isRejected(fault) && this.#state.phase === 'signed-in') {
      await this.#live.stop();
      if (this.#state.login !== login) return;
      const forgotten = this.signIn.out();
      this.#set({ problem: expired });
      await forgotten;
      return;
    }
    const asksSecret = fault instanceof CallError && fault.code === 'wrong_publish_secret';
    this.#set({ problem: wordsOfFault(fault), ...(asksSecret && { asksSecret }) });
  }

  /** The report in its canonical form, kept in the workbook; throws what is wrong with it. */
  async #target() {
    const { report, publishSecret, takesEntries, sheets, ranges } = this.#state;
    const topic = parseTopic(report);
    if (topic === undefined) throw new Error(report.trim() === '' ? 'Enter a report' : whyNoTopic(report));
    if (sheets?.length === 0 && ranges.trim() === '') throw new Error('Choose at least one sheet');
    const visible = await this.#live.visibleSheets();
    this.#set({ visible, report: topic });
    await this.#parts.host.keepChoice({ report: topic, ranges, sheets, takesEntries });
    const named = takesEntries ? await this.#live.namedControls() : [];
    const entries = named.length > 0 ? named : takesEntries;
    return { topic, publishSecret, takesEntries: entries, pages: pagesOf(this.#state) };
  }

  #isWho(credential: Credential | undefined): void {
    this.#cancelPoll?.();
    const login = this.#state.login + 1;
    // Nothing that the former user was shown stays.
    this.#set({ login, detail: undefined, dryRun: undefined, publishSecret: '', places: [], problem: '' });
    if (!credential) {
      this.#set({ phase: 'signed-out', user: '' });
      return;
    }
    this.#set({ phase: 'signed-in', user: credential.user });
    void this.#look();
    this.#pollNow();
  }

  /** What can be chosen: places of the portal, sheets of the workbook. */
  async #look(): Promise<void> {
    const { login } = this.#state;
    try {
      this.#set({ visible: await this.#live.visibleSheets() });
      await this.#ofThisLogin(async () => {
        const { places } = await this.signIn.call(publishingReports, {});
        return () => this.#set({ places });
      });
    } catch (fault) {
      await this.#failed(fault, login);
    }
  }

  #isLive(live: LiveState): void {
    const { live: before } = this.#state;
    this.#set({ live, ...(isOn(live) && { dryRun: undefined }) });
    // Each version is in the state line: the list has what became of the line.
    if (before?.state === live.state && waitsOf(before) === waitsOf(live)) return;
    this.#note(wordsOfLive(live).words);
    this.#pollNow();
  }

  #note(words: string): void {
    const events = [{ at: this.#parts.clock.now(), words }, ...this.#state.events];
    this.#set({ events: events.slice(0, limits.addIn.events) });
  }

  #pollNow(): void {
    this.#cancelPoll?.();
    this.#cancelPoll = this.#parts.clock.after(0, () => void this.#poll());
  }

  /** Who watches, the last version, and whether publishing is held. */
  async #poll(): Promise<void> {
    this.#cancelPoll = this.#parts.clock.after(limits.untoldPoll, () => void this.#poll());
    const { login, live } = this.#state;
    const topic = parseTopic(this.#state.report);
    if (topic === undefined || !this.signIn.credential || this.#polling === login) return;
    this.#polling = login;
    try {
      await this.#ofThisLogin(async () => {
        const detail = await this.signIn.call(publishingReport, { topic, most: 1 });
        return () => {
          if (parseTopic(this.#state.report) === topic) this.#set({ detail, detailOf: waitsOf(live) });
        };
      });
    } catch (fault) {
      if (isRejected(fault)) await this.#failed(fault, login);
      else if (this.#state.login === login) this.#set({ detail: undefined });
    } finally {
      if (this.#polling === login) this.#polling = undefined;
    }
  }
}
