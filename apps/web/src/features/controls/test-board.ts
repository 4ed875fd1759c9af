import { TestClock } from '@sheetwire/client/test-clock';
import { testCaller } from '@sheetwire/client/test-line';
import type { Input, Output } from '@sheetwire/contract/call';
import type { onControlAction } from '@sheetwire/contract/reports';
import type { Control, ControlBoard, ControlValue, Mark } from './control.ts';
import { spoken } from './control-words.ts';
import { ReportControls } from './report-controls.ts';

type Answer = Output<typeof onControlAction>;
type SentUpdate = Input<typeof onControlAction>;

/** A text area, a list and a button; the same held for a Submit. */
export const comment: Control = { name: 'Comment', kind: 'text', tag: undefined };
export const region: Control = { name: 'Region', kind: 'choice', tag: undefined };
export const run: Control = { name: 'Run', kind: 'button', tag: undefined };
export const submit: Control = { name: '', kind: 'button', tag: undefined };

/** A control that is held for its Submit. */
export function tagged(control: Control, tag = 'order1'): Control {
  return { ...control, tag };
}

/** The rules over a board that remembers, a server that a test plays, and a clock that it moves. */
export class TestControls implements ControlBoard {
  readonly clock = new TestClock();
  readonly alerts: string[] = [];
  readonly entering: boolean[] = [];
  readonly resets: string[] = [];
  readonly marks = new Map<string, Mark>();
  readonly shown = new Map<string, ControlValue>();
  refreshes = 0;
  isUnsaved = false;
  typing: { control: Control; value: ControlValue | undefined } | undefined;
  /** What the server answers; it throws what it throws. */
  answer: (asked: SentUpdate) => Answer | Promise<Answer> = () => ({ updated: true });
  readonly paths: string[] = [];
  readonly gone = new Set<string>();
  readonly unfinished = new Set<string>();
  readonly closed = new Set<string>();
  readonly rules: ReportControls;
  readonly #server = testCaller((_, input) => this.answer({ ...toAsked(input) }));

  constructor({ isRemote = false }: { readonly isRemote?: boolean } = {}) {
    this.rules = new ReportControls({
      call: (definition, input, options) => {
        this.paths.push(definition.path);
        return this.#server.call(definition, input, options);
      },
      clock: this.clock,
      chance: () => 1,
      isRemote,
      board: this,
      alert: (text) => void this.alerts.push(text),
      onMidEntry: (isMidEntry) => void this.entering.push(isMidEntry),
      onUnsaved: (isUnsaved) => {
        this.isUnsaved = isUnsaved;
      },
      refresh: () => {
        this.refreshes += 1;
      },
    });
    this.rules.follow('ACME/RATES/DAILY');
  }

  /** Names and values that the server was sent so far, in their order. */
  get sent(): string[] {
    const asked = this.#server.asked.map(({ input }) => toAsked(input));
    return asked
      .filter(({ attributeVal }) => attributeVal !== '[IS_MID_EDIT]')
      .map(({ attributeVal, controlVal }) => `${attributeVal}=${controlVal}`);
  }

  /** The ids that updates were sent with, in their order. */
  get ids(): (string | undefined)[] {
    const asked = this.#server.asked.map(({ input }) => toAsked(input));
    return asked.filter(({ attributeVal }) => attributeVal !== '[IS_MID_EDIT]').map(({ id }) => id);
  }

  /** What the server was told of typing. */
  get told(): (string | null)[] {
    const asked = this.#server.asked.map(({ input }) => toAsked(input));
    return asked.filter(({ attributeVal }) => attributeVal === '[IS_MID_EDIT]').map(({ controlVal }) => controlVal);
  }

  wordsOf(name: string): string | undefined {
    const mark = this.marks.get(name);
    return mark && (spoken(mark) || undefined);
  }

  mark(name: string, mark: Mark | undefined): void {
    if (mark) this.marks.set(name, mark);
    else this.marks.delete(name);
  }

  reset(name: string): void {
    this.resets.push(name);
  }

  settle(): void {
    this.shown.set('settled', String(this.shown.size));
  }

  groupsChanged(): void {
    this.shown.set('groups', String(this.rules.hasFor('submit', 'order1')));
  }

  unheard() {
    const { typing } = this;
    this.typing = undefined;
    return typing ? [typing] : [];
  }

  isUnfinished(name: string): boolean {
    return this.unfinished.has(name);
  }

  has(name: string): boolean {
    return !this.gone.has(name);
  }

  isOpen(name: string): boolean {
    return !this.gone.has(name) && !this.closed.has(name);
  }

  published(name: string): ControlValue | undefined {
    return this.shown.get(name);
  }

  /** A list may show a value by another text. */
  readonly options = new Map<ControlValue, string>();

  said(_: string, value: ControlValue): string {
    return `"${this.options.get(value) ?? value}"`;
  }
}

function toAsked(input: unknown): SentUpdate {
  const { topic, attributeVal, controlVal, id }: Record<string, unknown> = { ...Object(input) };
  return {
    topic: String(topic),
    attributeVal: String(attributeVal),
    controlVal: typeof controlVal === 'string' ? controlVal : null,
    id: typeof id === 'string' ? id : undefined,
  };
}
