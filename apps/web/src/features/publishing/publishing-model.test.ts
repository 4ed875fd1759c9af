import { CallError } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { type Answers, scriptedCalls } from '#lib/test-calls.ts';
import { PublishingModel } from './publishing-model.ts';

const standing = {
  ...{ topic: 'DEMO/SALES/DAILY', version: 1, timeUtc: '', sender: '', isLive: true, publisher: 'none', seenUtc: null },
  ...{ viewers: 0, hasPublishSecret: false },
};
const list = { reports: [standing], total: 1, next: '', places: [], maxBytes: 9 };
const detail = { ...standing, versions: [], notShown: [], refused: [], hasMore: false, mayRollBack: false };
const visible = { subscribe: () => () => undefined, getSnapshot: () => false };

function build(answers: Answers) {
  const clock = new TestClock();
  const { call, asked } = scriptedCalls(answers);
  const model = new PublishingModel({ call, clock, isHidden: visible });
  model.start();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { model, clock, asked, settle, state: () => model.store.getState() };
}

test('the list is asked for again while the page is open, and the selected report with it', async () => {
  const { model, clock, asked, settle, state } = build({ reports: () => list, report: () => detail });
  await settle();
  expect(state()).toMatchObject({ isKnown: true, total: 1, hasMore: false });
  model.select('DEMO/SALES/DAILY');
  await settle();
  expect(state().detail).toMatchObject({ topic: 'DEMO/SALES/DAILY' });
  const before = asked.length;
  await clock.advance(limits.untoldPoll);
  await settle();
  expect(asked.slice(before).sort()).toEqual(['report', 'reports']);
  model.stop();
});

test('more reports come after those that are shown, and another search begins anew', async () => {
  const questions: unknown[] = [];
  const { model, settle, state } = build({
    reports: (input) => {
      questions.push(input);
      return { ...list, total: 3, next: questions.length > 2 ? '' : 'DEMO/SALES/DAILY' };
    },
  });
  await settle();
  expect(state().hasMore).toBe(true);
  model.more();
  await settle();
  expect(questions.slice(1)).toEqual([
    { search: '', after: '' },
    { search: '', after: 'DEMO/SALES/DAILY' },
  ]);
  expect(state()).toMatchObject({ hasMore: false, reports: [standing, standing] });
  model.search('daily');
  await settle();
  expect(questions.slice(3)).toEqual([{ search: 'daily', after: '' }]);
  model.stop();
});

test('a right that is lost closes the report and says so', async () => {
  const { model, settle, state } = build({
    reports: () => ({ ...list, reports: [] }),
    report: () => {
      throw new CallError({ status: 403, code: 'not_allowed', message: 'no' });
    },
  });
  model.select('DEMO/SALES/DAILY');
  await settle();
  expect(state()).toMatchObject({ selected: '', detail: undefined, lost: 'DEMO/SALES/DAILY' });
  model.dismissLost();
  expect(state().lost).toBe('');
  model.stop();
});

test('a failure takes nothing from the screen and goes with the next answer', async () => {
  let isAway = false;
  const { model, settle, state } = build({
    reports: () => {
      if (isAway) throw new Error('The server cannot be reached');
      return list;
    },
  });
  await settle();
  isAway = true;
  model.refresh();
  await settle();
  expect(state()).toMatchObject({ failure: 'The server cannot be reached', reports: [standing] });
  isAway = false;
  model.refresh();
  await settle();
  expect(state().failure).toBe('');
  model.stop();
});

test('a server that does not answer is told, and what is known stays', async () => {
  const never = new Promise(() => undefined);
  const { model, clock, settle, state } = build({
    reports: (_, nth) => (nth <= 2 ? list : never),
    report: (_, nth) => (nth === 1 ? detail : never),
  });
  await settle();
  model.select('DEMO/SALES/DAILY');
  await settle();
  expect(state().failure).toBe('');
  await clock.advance(limits.untoldPoll + limits.callAnswer);
  await settle();
  expect(state()).toMatchObject({ isKnown: true, reports: [standing], failure: expect.stringMatching(/./) });
  expect(state().detailFailure).not.toBe('');
  model.stop();
});

test('a published file takes the place of the report of before, and of none that was chosen since', async () => {
  const { model, settle, state } = build({ reports: () => list, report: () => detail });
  model.showPublished('DEMO/SALES/DAILY', '');
  await settle();
  const { detail: known } = state();
  expect([state().selected, known]).toEqual(['DEMO/SALES/DAILY', detail]);
  model.showPublished('DEMO/SALES/DAILY', 'DEMO/SALES/DAILY');
  expect(state().detail).toBe(known);
  model.showPublished('DEMO/SALES/OTHER', '');
  expect(state().selected).toBe('DEMO/SALES/DAILY');
  model.stop();
});
