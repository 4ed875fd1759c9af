import { NetworkFailure } from '@sheetwire/client/failures';
import { expect, test } from 'vitest';
import { isEdited } from './guard-model.ts';
import { build, errors, moved } from './test-guard.ts';

test('what comes of a save after the rules were left is an alert', async () => {
  const { server, model, alerts, leave, saving } = build();
  await model.refresh();
  model.edit([moved]);
  server.isDown = true;
  await model.save();
  expect(alerts).toEqual([]);
  Object.assign(server, { isDown: false, rules: [], id: 2 });
  const saved = saving();
  leave();
  await saved();
  server.isDown = true;
  await model.save();
  expect(alerts).toEqual([
    'ACME/RATES/CLOSE: Someone else changed the publish rules at the same time. Your change was not saved.',
    'ACME/RATES/CLOSE: Try again',
  ]);
});

test('news of what is being saved here is no change by somebody else, whatever is edited meanwhile', async () => {
  const { model, saving, state } = build();
  await model.refresh();
  model.edit([errors, moved]);
  const saved = saving();
  await model.refresh();
  expect([state().isStale, isEdited(state())]).toEqual([false, false]);
  model.edit([moved]);
  await saved();
  expect([state().isStale, state().rules]).toEqual([false, [moved]]);
  const again = saving();
  model.edit([]);
  await model.refresh();
  expect([state().isStale, state().rules, isEdited(state())]).toEqual([false, [], true]);
  await again();
});

test.each(['before', 'after'])('a save whose answer is lost is no fault %s news of it comes', async (when) => {
  const { model, saving, state } = build();
  await model.refresh();
  model.edit([moved]);
  const saved = saving();
  if (when === 'after') await model.refresh();
  await saved(new NetworkFailure('lost'));
  if (when === 'before') {
    expect(state().refusal).toContain('not known');
    await model.refresh();
  }
  expect([state().refusal, state().isStale, isEdited(state())]).toEqual(['', false, false]);
});
