import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { expect, test } from 'vitest';
import { type Answers, scriptedCalls } from '#lib/test-calls.ts';
import { SetPasswordFlow } from './set-password-flow.ts';

const jane = { user: 'ACME/jane.doe', hasAdAssoc: false, pwdAlreadySet: false };
const dead = { message: 'This link has expired or was already used; request a new one', pwdAlreadySet: true };

function build(answers: Answers, key: string | undefined = 'key') {
  const clock = new TestClock();
  const alerts: unknown[] = [];
  const events: string[] = [];
  const { call, asked } = scriptedCalls(answers);
  const alert = (error: unknown) => void alerts.push(error);
  const flow = new SetPasswordFlow({ call, clock, key, alert, onSet: () => void events.push('set') });
  return { flow, clock, alerts, events, asked, state: () => flow.store.getState() };
}

function noAnswer(): never {
  throw new NetworkFailure(undefined);
}

test('the key is looked up every 250 ms until a user arrives', async () => {
  const { flow, clock, asked, state } = build({ getuser: (_, nth) => (nth > 3 ? jane : {}) });
  flow.start();
  await clock.advance(749);
  expect(state()).toEqual({ state: 'retrieving' });
  expect(asked).toHaveLength(3);
  await clock.advance(1);
  expect(state()).toMatchObject({ state: 'form', user: 'ACME/jane.doe', hasAdAssoc: false });
  await clock.advance(60_000);
  expect(asked).toHaveLength(4);
});

test('a dead link shows its message and leads on to another one', async () => {
  const { flow, clock, state } = build({ getuser: () => dead });
  flow.start();
  await clock.advance(0);
  expect(state()).toEqual({ state: 'message', text: dead.message, offersReset: true });
});

test('without a key nothing is asked', async () => {
  const { flow, clock, asked, state } = build({}, '');
  flow.start();
  await clock.advance(1000);
  expect(state()).toEqual({ state: 'no-key' });
  expect(asked).toEqual([]);
});

test('a lookup without an answer is told once and made again after 3 s', async () => {
  const { flow, clock, alerts, asked, state } = build({ getuser: (_, nth) => (nth > 3 ? jane : noAnswer()) });
  flow.start();
  await clock.advance(8999);
  expect(asked).toHaveLength(3);
  expect(alerts).toHaveLength(1);
  await clock.advance(1);
  expect(state().state).toBe('form');
});

test('a lookup that the server refuses for good ends with its words', async () => {
  const refuse = () => {
    throw new CallError({ status: 400, code: 'malformed', message: 'The request is malformed' });
  };
  const { flow, clock, state } = build({ getuser: refuse });
  flow.start();
  await clock.advance(0);
  expect(state()).toMatchObject({ state: 'message', text: 'The request is malformed' });
});

test('a page that is left asks no more', async () => {
  const { flow, clock, asked } = build({ getuser: () => ({}) });
  flow.start();
  await clock.advance(0);
  flow.stop();
  await clock.advance(1000);
  expect(asked).toHaveLength(1);
});

test('a password that is taken ends with the message of the server', async () => {
  const { flow, clock, events, state } = build({
    getuser: (_, nth) => (nth > 1 ? dead : jane),
    setpassword: (input) => ({ message: `Set: ${JSON.stringify(input)}` }),
  });
  flow.start();
  await clock.advance(0);
  await flow.submit(' exactly as typed ');
  const input = '{"user":"ACME/jane.doe","emailKey":"key","password":" exactly as typed "}';
  expect(state()).toEqual({ state: 'message', text: `Set: ${input}`, offersReset: false });
  expect(events).toEqual(['set']);
});

test('a link that died while the form was open is told as dead, not as a password that is set', async () => {
  const { flow, clock, events, state } = build({
    getuser: (_, nth) => (nth > 1 ? dead : jane),
    setpassword: () => ({ message: dead.message }),
  });
  flow.start();
  await clock.advance(0);
  await flow.submit('exactly as typed');
  expect(state()).toEqual({ state: 'message', text: dead.message, offersReset: true });
  expect(events).toEqual([]);
});

test('a password that is refused leaves the form, with the message, since the key still serves', async () => {
  const { flow, clock, events, state } = build({
    getuser: () => ({ ...jane, hasAdAssoc: true }),
    setpassword: () => ({ message: 'Use at least 12 characters for the password' }),
  });
  flow.start();
  await clock.advance(0);
  await flow.submit('short');
  expect(state()).toMatchObject({
    state: 'form',
    isSending: false,
    refusal: 'Use at least 12 characters for the password',
  });
  expect(events).toEqual([]);
});

test('two presses send one password', async () => {
  const { flow, clock, asked } = build({ getuser: () => jane, setpassword: () => ({ message: 'no' }) });
  flow.start();
  await clock.advance(0);
  await Promise.all([flow.submit('one'), flow.submit('one')]);
  expect(asked.filter((name) => name === 'setpassword')).toHaveLength(1);
});

test('no answer raises an alert and keeps the form', async () => {
  const { flow, clock, alerts, state } = build({ getuser: () => jane, setpassword: () => noAnswer() });
  flow.start();
  await clock.advance(0);
  await flow.submit('a password');
  expect(alerts).toHaveLength(1);
  expect(state()).toMatchObject({ state: 'form', isSending: false, refusal: '' });
});
