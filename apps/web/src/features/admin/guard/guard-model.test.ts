import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import { scriptedCalls } from '#lib/test-calls.ts';
import { formKey, GuardModel, isEdited, placeOf } from './guard-model.ts';
import { firedWords, lookedWords, ruleKeys, waitChoices } from './guard-words.ts';

const errors: GuardRule = { kind: 'errors', action: 'hold' };
const moved: GuardRule = { kind: 'moved', cell: 'B4', percent: 10, action: 'hold' };

interface Sent {
  readonly rules?: readonly GuardRule[];
  readonly releaseAfterMin?: number;
  readonly rulesId?: string;
}

/** Rules of one report that every save moves on. */
function build() {
  const server = {
    ...{ rules: [errors] as readonly GuardRule[], releaseAfterMin: 0, id: 1, isLost: false, isDown: false },
    /** What the next answers wait for, once they are made. */
    delay: Promise.resolve(),
  };
  const { call } = scriptedCalls({
    async guard(input) {
      const { rules, rulesId, releaseAfterMin = server.releaseAfterMin } = input as Sent;
      if (server.isDown) throw new CallError({ status: 503, code: 'busy', message: 'Try again' });
      if (server.isLost) return { unauthorized: true };
      const isStale = rules !== undefined && rulesId !== String(server.id);
      if (rules && !isStale) Object.assign(server, { rules, releaseAfterMin, id: server.id + 1 });
      const { id, rules: kept, releaseAfterMin: after } = server;
      const stale = isStale && { stale: true };
      const answer = { topic: 'x', rules: kept, rulesId: String(id), releaseAfterMin: after, marked: [], ...stale };
      await server.delay;
      return answer;
    },
    guardtest: () => {
      if (server.isLost) return { unauthorized: true };
      return {
        results: [{ rule: 0, fired: 3, versions: [] }],
        versions: 1204,
        fromUtc: null,
        toUtc: null,
        isWhole: true,
      };
    },
  });
  const topic = parseTopic('ACME/RATES/CLOSE');
  if (!topic) throw new Error('No topic');
  const alerts: string[] = [];
  const model = new GuardModel(topic, { call, alert: (text) => alerts.push(text) });
  const leave = model.start();
  return { server, model, alerts, leave, state: () => model.store.getState() };
}

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
  const { server, model, state } = build();
  await model.refresh();
  model.edit([errors, moved]);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.delay = promise;
  const saving = model.save();
  model.edit([moved]);
  resolve();
  await saving;
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

test('an edited rule is found again where it stands by now, and is a new one when it is gone', () => {
  const edited = { at: 1, rule: moved };
  expect(placeOf(edited, [errors, moved])).toBe(1);
  expect(placeOf(edited, [moved, errors])).toBe(0);
  expect(placeOf(edited, [errors, errors])).toBe(2);
  expect(placeOf({ at: 1, rule: errors }, [errors, errors, moved])).toBe(1);
  expect(placeOf({ at: 1, rule: undefined }, [errors, moved])).toBe(2);
});

test('a rule that is edited after another one has a form of its own, wherever the two stand', () => {
  const edited = { at: 1, rule: moved };
  expect(formKey({ at: 1, rule: errors })).not.toBe(formKey(edited));
  expect(formKey({ at: 1, rule: undefined })).not.toBe(formKey(edited));
  expect(formKey({ ...edited })).toBe(formKey(edited));
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
  expect(waitChoices(60)).toHaveLength(7);
  expect(new Set(ruleKeys([errors, errors, moved])).size).toBe(3);
});

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
