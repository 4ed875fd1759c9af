import { limits } from '@sheetwire/contract/limits';
import { describe, expect, test } from 'vitest';
import type { Guess, GuessAnswer } from '#ports/secret-guesses.ts';
import { type Opened, unique } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

const { perReport, slowFrom, slow, perCaller, perTopic, within } = limits.secretGuesses;
const judged: GuessAnswer = { state: 'judged' };
const minute = 60_000;

export function secretGuessSuite(open: Opened, clock: MovedClock): void {
  const guess = (more: Partial<Guess> = {}): Omit<Guess, 'mark'> => ({
    report: unique('report'),
    caller: unique('caller'),
    topic: unique('topic'),
    isRight: false,
    notes: {},
    ...more,
  });
  const judge = (one: Omit<Guess, 'mark'>, mark = unique('mark')) => open().secretGuesses.judge({ ...one, mark });
  const right = (one: Omit<Guess, 'mark'>) => judge({ ...one, isRight: true });

  /** As many wrong ones as a caller has for one report, each as soon as it may come. */
  async function useUp(one: Omit<Guess, 'mark'>): Promise<void> {
    for (let n = 0; n < perReport; n++) {
      const answer = await judge(one);
      if (answer.state === 'judged') continue;
      clock.move(answer.wait);
      expect(await judge(one)).toEqual(judged);
    }
  }

  describe('guesses of secrets', () => {
    test('of very many wrong ones at once only the first few are judged', async () => {
      const one = guess();
      const answers = await Promise.all(Array.from({ length: 50 }, () => judge(one)));
      expect(answers.filter(({ state }) => state === 'judged')).toHaveLength(slowFrom);
    });

    test('each next one waits twice as long, then all are refused for a time, the right one too', async () => {
      const one = guess();
      const waits: number[] = [];
      for (let n = 0; n < perReport; n++) {
        const answer = await judge(one);
        if (answer.state === 'judged') continue;
        waits.push(answer.wait);
        clock.move(answer.wait);
        expect(await right({ ...one, report: unique('other') })).toEqual(judged);
        expect(await judge(one)).toEqual(judged);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64].map((times) => times * slow));
      expect(await right(one)).toMatchObject({ state: 'refused', scope: 'report' });
      clock.move(within);
      expect(await right(one)).toEqual(judged);
    });

    test('one wrong secret counts once, however many servers ask of it, while its count lasts', async () => {
      const one = guess();
      for (let n = 0; n < 3 * perReport; n++) expect(await judge(one, 'stale')).toEqual(judged);
      for (let n = 1; n < slowFrom; n++) expect(await judge(one)).toEqual(judged);
      expect(await judge(one)).toMatchObject({ state: 'refused', wait: slow });
      // For another report it is another guess.
      const other = { ...one, report: unique('report') };
      for (let n = 0; n < slowFrom; n++) expect(await judge(other, `stale ${n}`)).toEqual(judged);
      expect(await judge(other, 'stale')).toMatchObject({ state: 'refused' });
    });

    test('a right one ends the count of its caller for its report', async () => {
      const one = guess();
      for (let n = 1; n < slowFrom; n++) await judge(one);
      expect(await right(one)).toEqual(judged);
      for (let n = 0; n < slowFrom; n++) expect(await judge(one)).toEqual(judged);
      expect(await right(one)).toMatchObject({ state: 'refused' });
    });

    test('who has not guessed is not refused for those who have, and then has one guess alone', async () => {
      const topic = unique('topic');
      for (let n = 0; n < perTopic; n++) expect(await judge(guess({ topic }))).toEqual(judged);
      const [late, wrong] = [guess({ topic }), guess({ topic })];
      expect(await right(late)).toEqual(judged);
      expect(await judge(wrong)).toEqual(judged);
      expect(await right(wrong)).toMatchObject({ state: 'refused', scope: 'topic' });
      expect(await right(late)).toEqual(judged);
    });

    test('one caller guesses at so many reports and no more', async () => {
      const caller = unique('caller');
      for (let n = 0; n < perCaller; n++) expect(await judge(guess({ caller }))).toEqual(judged);
      expect(await right(guess({ caller }))).toMatchObject({ state: 'refused', scope: 'caller' });
    });

    test('a clock that is set back neither ends a refusal nor makes it last', async () => {
      const one = guess();
      await useUp(one);
      clock.move(-48 * 60 * minute);
      const answer = await right(one);
      expect(answer).toMatchObject({ state: 'refused', wait: within });
      clock.move(within - 1);
      expect(await right(one)).toMatchObject({ state: 'refused', wait: 1 });
      clock.move(1);
      expect(await right(one)).toEqual(judged);
      clock.move(48 * 60 * minute);
    });

    test('the audit log is told of the first, and of each count that is full, once', async () => {
      const row = (action: string) => ({ at: 9e12, actor: 'ACME/eve', action, object: 'X', address: '' });
      const mark = unique('action');
      const of = (what: string) => row(`${mark} ${what}`);
      const one = guess({ notes: { first: of('first'), report: of('report'), caller: of('caller') } });
      await useUp(one);
      for (let n = 0; n < 20; n++) await judge(one);
      for (let n = 0; n < perCaller; n++) await judge({ ...one, report: unique('report') });
      const { rows } = await open().audit.search({ action: mark, limit: 200 });
      const actions = rows.map(({ action }) => action.slice(mark.length + 1));
      const count = (what: string) => actions.filter((action) => action === what).length;
      expect([count('report'), count('caller')]).toEqual([1, 1]);
      // For the other reports it had guessed too often already to be noted anew.
      expect(count('first')).toBe(1);
    });

    test('counts of a past day are swept, those of a clock that was ahead as well', async () => {
      const { throttle } = open();
      const one = guess();
      clock.move(60 * minute);
      await judge(one);
      clock.move(-60 * minute);
      await throttle.sweep();
      const standing = () => throttle.standing([{ key: one.report, within: 1e12 }]);
      expect((await standing()).get(one.report)?.lasts).toBe(1e12);
      clock.move(limits.store.throttleKept + 1);
      expect(await throttle.sweep()).toBeGreaterThanOrEqual(3);
      expect((await standing()).size).toBe(0);
    });
  });

  describe('turns', () => {
    test('of many at once so many are taken, and the rest are told how long to wait', async () => {
      const { throttle } = open();
      const turn = { key: unique('turn'), most: 5, within: minute };
      const waits = await Promise.all(Array.from({ length: 20 }, () => throttle.takeTurn(turn)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
      expect(waits.filter((wait) => wait === minute)).toHaveLength(15);
      clock.move(minute - 1);
      expect(await throttle.takeTurn(turn)).toBe(1);
      clock.move(1);
      expect(await throttle.takeTurn(turn)).toBe(0);
    });
  });
}
