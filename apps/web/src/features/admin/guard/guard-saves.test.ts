import { NetworkFailure } from '@sheetwire/client/failures';
import { expect, test } from 'vitest';
import { isEdited } from './guard-model.ts';
import { build, errors, moved } from './test-guard.ts';

test('what comes of a save after the rules were left is an alert', async () => {
  const { server, model, alerts, leave } = build();
  await model.refresh();
  model.edit([moved]);
  server.isDown = true;
  await model.save();
  expect(alerts).toEqual([]);
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(server, { isDown: false, rules: [], id: 2, delay: promise });
  const saving = model.save();
  leave();
  resolve();
  await saving;
  server.isDown = true;
  await model.save();
  expect(alerts).toEqual([
    'ACME/RATES/CLOSE: Someone else changed the publish rules at the same time. Your change was not saved.',
    'ACME/RATES/CLOSE: Try again',
  ]);
});

test('news of what is being saved here is no change by somebody else, whatever is edited meanwhile', async () => {
  const { server, model, state } = build();
  await model.refresh();
  model.edit([errors, moved]);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.delay = promise;
  const saving = model.save();
  server.delay = Promise.resolve();
  await model.refresh();
  expect([state().isStale, isEdited(state())]).toEqual([false, false]);
  model.edit([moved]);
  resolve();
  await saving;
  expect([state().isStale, state().rules]).toEqual([false, [moved]]);
  const next = Promise.withResolvers<void>();
  server.delay = next.promise;
  const again = model.save();
  model.edit([]);
  server.delay = Promise.resolve();
  await model.refresh();
  expect([state().isStale, state().rules, isEdited(state())]).toEqual([false, [], true]);
  next.resolve();
  await again;
});

test.each(['before', 'after'])('a save whose answer is lost is no fault %s news of it comes', async (when) => {
  const { server, model, state } = build();
  await model.refresh();
  model.edit([moved]);
  const lost = Promise.withResolvers<void>();
  server.delay = lost.promise;
  const saving = model.save();
  server.delay = Promise.resolve();
  if (when === 'after') await model.refresh();
  lost.reject(new NetworkFailure('lost'));
  await saving;
  if (when === 'before') {
    expect(state().refusal).toContain('not known');
    await model.refresh();
  }
  expect([state().refusal, state().isStale, isEdited(state())]).toEqual(['', false, false]);
});
