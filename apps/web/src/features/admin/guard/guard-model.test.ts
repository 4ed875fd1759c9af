import { expect, test } from 'vitest';
import { isEdited } from './guard-model.ts';
import { firedWords, lookedWords, releasesAtOnce, ruleKeys, waitChoices } from './guard-words.ts';
import { build, errors, moved } from './test-guard.ts';

test('rules are edited as a whole and are in force once they are saved', async () => {
  const { server, model, state } = build();
  await model.refresh();
  expect([state().rules, isEdited(state())]).toEqual([[errors], false]);
  model.edit([errors, moved]);
  model.releaseAfter(30);
  expect([isEdited(state()), server.rules]).toEqual([true, [errors]]);
  await model.save();
  expect([isEdited(state()), server.rules, server.releaseAfterMin]).toEqual([false, [errors, moved], 30]);
  model.edit([]);
  model.discard();
  expect([state().rules, state().releaseAfterMin]).toEqual([[errors, moved], 30]);
});

test('what somebody else saves is shown, unless there are changes: they stay, and nothing is written over unasked', async () => {
  const { server, model, state } = build();
  await model.refresh();
  Object.assign(server, { rules: [moved], id: 2 });
  await model.refresh();
  expect(state().rules).toEqual([moved]);
  model.edit([]);
  Object.assign(server, { rules: [errors, moved], id: 3 });
  await model.save();
  expect([server.rules, state().rules, state().isStale]).toEqual([[errors, moved], [], true]);
  await model.save();
  expect([server.rules, state().isStale, isEdited(state())]).toEqual([[], false, false]);
});

test('news of other rules while some are edited says so before anything is saved', async () => {
  const { server, model, state } = build();
  await model.refresh();
  model.edit([]);
  Object.assign(server, { rules: [moved], id: 2 });
  await model.refresh();
  expect([state().isStale, state().rules]).toEqual([true, []]);
  model.discard();
  expect([state().isStale, state().rules]).toEqual([false, [moved]]);
});

test('what is edited while rules are saved stays, and is not saved yet', async () => {
  const { server, model, saving, state } = build();
  await model.refresh();
  model.edit([errors, moved]);
  const saved = saving();
  model.edit([moved]);
  await saved();
  expect([server.rules, state().rules, isEdited(state())]).toEqual([[errors, moved], [moved], true]);
  await model.save();
  expect([server.rules, isEdited(state()), state().isStale]).toEqual([[moved], false, false]);
});

test('an answer that comes after a newer one brings nothing old back', async () => {
  const { server, model, state } = build();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.delay = promise;
  const first = model.refresh();
  Object.assign(server, { rules: [moved], id: 2, delay: Promise.resolve() });
  await model.refresh();
  resolve();
  await first;
  expect(state().rules).toEqual([moved]);
});

test('a line that is lost and a right that is lost take nothing from the screen', async () => {
  const { server, model, state } = build();
  await model.refresh();
  model.edit([moved]);
  server.isDown = true;
  await model.save();
  await model.refresh();
  expect([state().rules, state().refusal, state().failure]).toEqual([[moved], 'Try again', 'Try again']);
  server.isDown = false;
  server.isLost = true;
  await model.save();
  await model.rehearse(24);
  expect(state()).toMatchObject({ rules: [moved], isSaving: false, isRehearsing: false });
  expect([state().refusal, state().rehearsalFailure]).not.toContain('');
});

test('a rehearsal tells how often each rule would have fired, of which publishes', async () => {
  const { model, state } = build();
  await model.refresh();
  await model.rehearse(24);
  const { rehearsed } = state();
  if (!rehearsed) throw new Error('Nothing was rehearsed');
  expect([firedWords(rehearsed, 0), lookedWords(rehearsed)]).toEqual([
    'Would have held 3 of 1,204 publishes',
    '1,204 versions of the last 24 hours.',
  ]);
  expect(firedWords(rehearsed, 1)).toBe('Would not have fired');
  expect(lookedWords({ ...rehearsed, hours: 1, result: { versions: 0 } })).toBe(
    'Nothing was published in the last hour.',
  );
  expect(lookedWords({ ...rehearsed, result: { versions: 2, released: 1, isWhole: true } })).toBe(
    '2 versions of the last 24 hours. 1 version that was held and then released is not counted.',
  );
  expect(lookedWords({ ...rehearsed, result: { versions: 2, isWhole: false } })).toBe(
    'Only 2 versions of the last 24 hours were checked; there were more.',
  );
});

test('a time to wait that was set elsewhere can be kept, and equal rules have keys of their own', () => {
  expect(waitChoices(90).at(-1)).toEqual([90, '90 minutes']);
  expect(waitChoices(1).at(-1)).toEqual([1, '1 minute']);
  expect(waitChoices(60)).toHaveLength(7);
  expect(new Set(ruleKeys([errors, errors, moved])).size).toBe(3);
});

test('a time after which what waits is already due is told before it is saved', () => {
  const sinceUtc = '2026-11-23T14:00:00.000Z';
  const held = { version: 8, sinceUtc, timeUtc: sinceUtc, by: 'ACME/bot', revision: 1, liveVersion: 7, rules: [] };
  const kept = { rules: [], rulesId: '1', releaseAfterMin: 0, marked: [], held };
  const now = Date.parse('2026-11-23T14:10:00.000Z');
  expect([0, 5, 15].map((releaseAfterMin) => releasesAtOnce({ kept, releaseAfterMin }, now))).toEqual([
    false,
    true,
    false,
  ]);
  expect(releasesAtOnce({ kept: { ...kept, releaseAfterMin: 5 }, releaseAfterMin: 5 }, now)).toBe(false);
  expect(releasesAtOnce({ kept: { ...kept, held: undefined }, releaseAfterMin: 5 }, now)).toBe(false);
});
