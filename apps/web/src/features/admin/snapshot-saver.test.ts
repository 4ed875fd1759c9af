import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { bounded } from '#lib/give-up-late.ts';
import { scriptedCalls } from '#lib/test-calls.ts';
import { SnapshotSaver } from './snapshot-saver.ts';

function build(answer: () => unknown = () => ({})) {
  const clock = new TestClock();
  const alerts: string[] = [];
  const saving: boolean[] = [];
  const sent: unknown[] = [];
  const screen = { isShown: true };
  const { call } = scriptedCalls({
    snapshotsettings: (input) => {
      sent.push(input);
      return answer();
    },
  });
  const saver = new SnapshotSaver('ACME/RATES', 'London', {
    call: bounded(call, clock),
    clock,
    alert: (text) => void alerts.push(text),
    onSaving: (isSaving) => void saving.push(isSaving),
    isShown: () => screen.isShown,
  });
  return { screen, saver, clock, alerts, saving, sent, settings: () => saver.store.getState().settings };
}

const known = { isDaily: true, time: '17:30', location: 'Tokyo', isPredated: true };

test('a snapshot is off, at 23:59 of the default location and not predated until more is known', () => {
  const { settings, saver } = build();
  expect(settings()).toEqual({ isDaily: false, time: '23:59', location: 'London', isPredated: false });
  saver.learn(known);
  expect(settings()).toEqual(known);
});

test('a time that is none is 23:59', () => {
  const { settings, saver } = build();
  saver.learn({ ...known, time: '24:00' });
  expect(settings().time).toBe('23:59');
});

test('changes in a row are saved once', async () => {
  const { saver, clock, sent, saving } = build();
  saver.learn(known);
  saver.change({ time: '17:31' });
  saver.change({ time: '17:32' });
  await clock.advance(limits.typingPause);
  expect(sent).toEqual([
    { captureSnapshot: true, gropic: 'ACME/RATES', rollTime: '17:32', rollTimeLocation: 'Tokyo', backdate: true },
  ]);
  expect(saving).toEqual([true, false]);
});

test('what a poll finds meanwhile waits for the change', async () => {
  const { saver, clock, settings } = build();
  saver.learn(known);
  saver.change({ isDaily: false });
  saver.learn(known);
  expect(settings().isDaily).toBe(false);
  await clock.advance(limits.typingPause);
  expect(settings().isDaily).toBe(false);
});

test('a page that is left saves what waits', async () => {
  const { saver, clock, sent } = build();
  saver.learn(known);
  saver.change({ isDaily: false });
  saver.flush();
  await clock.advance(0);
  expect(sent).toHaveLength(1);
  await clock.advance(limits.typingPause);
  expect(sent).toHaveLength(1);
});

test('a refusal takes the change back and says why', async () => {
  const refused = build(() => ({ message: 'Unknown location' }));
  refused.saver.learn(known);
  refused.saver.change({ location: 'Atlantis' });
  await refused.clock.advance(limits.typingPause);
  expect(refused.saver.store.getState()).toMatchObject({ settings: known, refusal: 'Unknown location' });
  const unauthorized = build(() => ({ unauthorized: true }));
  unauthorized.saver.learn(known);
  unauthorized.saver.change({ isDaily: false });
  await unauthorized.clock.advance(limits.typingPause);
  expect(unauthorized.alerts).toEqual(['Unauthorized']);
  expect(unauthorized.settings()).toEqual(known);
});

test('what is changed before the settings are known saves no default over what they are', async () => {
  const { saver, clock, sent, settings, saving } = build();
  saver.change({ isPredated: false });
  await clock.advance(limits.typingPause);
  expect([sent, settings().isPredated]).toEqual([[], false]);
  saver.learn(known);
  expect(settings()).toEqual({ ...known, isPredated: false });
  await clock.advance(limits.typingPause);
  expect(sent).toEqual([
    { captureSnapshot: true, gropic: 'ACME/RATES', rollTime: '17:30', rollTimeLocation: 'Tokyo', backdate: false },
  ]);
  expect(saving).toEqual([true, false]);
});

test('a change that nothing comes of after the page was left is told in an alert', async () => {
  const unknown = build();
  unknown.saver.change({ isDaily: true });
  unknown.screen.isShown = false;
  unknown.saver.flush();
  expect([unknown.alerts, unknown.saving]).toEqual([
    ...[['ACME/RATES: The snapshot settings had not loaded yet. Your change was not saved.'], [true, false]],
  ]);
  const refused = build(() => ({ message: 'Unknown location' }));
  refused.saver.learn(known);
  refused.saver.change({ location: 'Atlantis' });
  refused.screen.isShown = false;
  refused.saver.flush();
  await refused.clock.advance(0);
  expect(refused.alerts).toEqual(['ACME/RATES: Unknown location']);
});

test('settings to which no response came go back after a minute, and can be set again', async () => {
  let isSilent = true;
  const { saver, clock, saving, sent, settings } = build(() => (isSilent ? new Promise(() => undefined) : {}));
  saver.learn(known);
  saver.change({ time: '09:00' });
  await clock.advance(limits.typingPause + limits.longAnswer);
  expect(saver.store.getState()).toMatchObject({
    settings: known,
    refusal: 'The server did not respond, so it is not known whether your change was saved.',
  });
  expect(saving).toEqual([true, false]);
  isSilent = false;
  saver.again();
  expect(saver.store.getState()).toMatchObject({ refusal: '', unanswered: undefined });
  await clock.advance(limits.typingPause);
  expect([sent.length, settings().time]).toEqual([2, '09:00']);
});
