import { lineDown, refuse } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comment, region, run, TestControls } from './test-board.ts';

const modes = ['up', 'down', 'answer-lost', 'unconfirmed', 'busy', 'hanging'] as const;
type Mode = (typeof modes)[number];

/** A user who counts what he enters, and a server that writes down what it took. */
class Play {
  readonly site = new TestControls();
  readonly taken: Record<string, number[]> = { Comment: [], Region: [] };
  mode: Mode = 'up';
  entered = { Comment: 0, Region: 0 };
  /** What had been typed at each press that is to be taken; a button is pressed once at a time. */
  pressedAt: number | undefined;
  #count = 0;
  readonly #ids = new Set<string>();

  constructor() {
    this.site.answer = ({ attributeVal, controlVal, id = '' }) => {
      if (attributeVal === '[IS_MID_EDIT]') return {};
      return this.#answer(attributeVal, Number(controlVal), id);
    };
  }

  type(): void {
    this.entered.Comment = ++this.#count;
    this.site.rules.typed(comment, String(this.#count));
  }

  choose(): void {
    this.entered.Region = ++this.#count;
    this.site.rules.chosen(region, String(this.#count));
  }

  press(): void {
    if (this.pressedAt === undefined || !this.site.marks.has('Run')) this.pressedAt = this.entered.Comment;
    this.site.rules.pressed(run);
  }

  #answer(name: string, value: number, id: string) {
    switch (this.mode) {
      case 'down':
        return lineDown();
      case 'busy':
        return refuse({ status: 429, code: 'too_many', message: 'wait', retryAfter: 1000 });
      case 'hanging':
        return new Promise<never>(() => undefined);
      case 'unconfirmed':
        return { updated: this.#ids.has(id) };
      case 'answer-lost':
        this.#take(name, value, id);
        return lineDown();
      case 'up':
        this.#take(name, value, id);
        return { updated: true };
    }
  }

  /** As the server does, what comes again under its id is taken once. */
  #take(name: string, value: number, id: string): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    if (name === 'Run') expect(this.taken.Comment?.at(-1) ?? 0).toBeGreaterThanOrEqual(this.pressedAt ?? 0);
    this.taken[name]?.push(value);
  }
}

const acts: Record<string, (play: Play) => void> = {
  type: (play) => play.type(),
  choose: (play) => play.choose(),
  press: (play) => play.press(),
  leave: ({ site }) => site.rules.left('Comment'),
  turn: ({ site }) => void site.rules.leavePage(),
};
const waits = [0, 0, 100, 450, 500, 1000, 6000, 25_000];

test('in any order of entries and faults the newest text arrives, nothing overtakes, and no press goes before it', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(acts), ...modes), fc.constantFrom(...waits));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (script) => {
      const play = new Play();
      for (const [name, wait] of script) {
        acts[name]?.(play);
        play.mode = modes.find((mode) => mode === name) ?? play.mode;
        await play.site.clock.advance(wait);
      }
      play.mode = 'up';
      await play.site.clock.advance(2 * limits.callAnswer + limits.controlsWaiting * limits.controlRetry);
      const { Comment = [], Region = [] } = play.taken;
      expect(play.site.isUnsaved).toBe(false);
      expect([new Set(Comment).size, new Set(Region).size]).toEqual([Comment.length, Region.length]);
      expect([Comment, Region]).toEqual([Comment, Region].map((values) => values.toSorted((a, b) => a - b)));
      expect(Comment.at(-1) ?? 0).toBe(play.entered.Comment);
      const isTold = play.site.alerts.includes('update failed');
      expect(Region.at(-1) === play.entered.Region || play.entered.Region === 0 || isTold).toBe(true);
      expect(play.site.rules.openValue('Comment')).toBeUndefined();
    }),
    { numRuns: 300 },
  );
}, 60_000);
