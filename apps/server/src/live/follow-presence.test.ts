import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followPresence } from './follow-presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose store comes and goes by a test, and what its hub was told. */
function followed() {
  const did: string[] = [];
  const state = { isClosed: false, versions: () => Promise.resolve(), rights: () => Promise.resolve() };
  let tell: (isThere: boolean) => void = () => undefined;
  let isOverdue = () => false;
  const presence = {
    onChange(listener: (isThere: boolean) => void) {
      tell = listener;
    },
    onSilence(ask: () => boolean) {
      isOverdue = ask;
    },
  };
  const hub = {
    isCutOff: false,
    mayVouch: () => true,
    cutOff() {
      did.push('cut off');
      hub.isCutOff = true;
    },
    join() {
      did.push('join');
      hub.isCutOff = false;
    },
    get isClosed() {
      return state.isClosed;
    },
  };
  const missed = {
    isOverdue: false,
    isFailing: false,
    isLossOpen: false,
    noteLoss() {
      missed.isLossOpen = true;
    },
    looked: () => state.versions(),
    onOverdue: () => undefined,
  };
  let gap: () => void = () => undefined;
  const bus = {
    isMute: false,
    mayMiss: () => bus.isMute,
    onGap(listener: () => void) {
      gap = listener;
    },
  };
  followPresence(
    { stores: { presence }, bus, onFault: (fault) => did.push(String(fault)) },
    { hub, missed, readRights: () => state.rights() },
  );
  return {
    did,
    state,
    hub,
    missed,
    bus,
    gap: () => gap(),
    tell: (isThere: boolean) => tell(isThere),
    isOverdue: () => isOverdue(),
  };
}

test('no stream begins before versions and rights were read again', async () => {
  const { did, state, tell } = followed();
  const [versions, rights] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  state.versions = () => versions.promise;
  state.rights = () => rights.promise;
  tell(false);
  tell(true);
  rights.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(did).toEqual(['cut off']);
  versions.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(did).toEqual(['cut off', 'join']);
});

test('what cannot be read is read again until it can, or the store is away again', async () => {
  const { did, state, tell } = followed();
  let reads = 0;
  state.rights = async () => {
    if (++reads === 1) throw new Error('away');
  };
  tell(false);
  tell(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(did).toEqual(['cut off', 'Error: away']);
  await vi.advanceTimersByTimeAsync(limits.missedVersions.again);
  expect(did.at(-1)).toBe('join');
  reads = 0;
  tell(false);
  tell(true);
  await vi.advanceTimersByTimeAsync(0);
  tell(false);
  await vi.advanceTimersByTimeAsync(10 * limits.missedVersions.again);
  expect(did.slice(3)).toEqual(['cut off', 'Error: away', 'cut off']);
});

test('a server that stops does not go on reading', async () => {
  const { did, state, tell } = followed();
  state.versions = async () => {
    throw new Error('closed');
  };
  tell(false);
  tell(true);
  await vi.advanceTimersByTimeAsync(0);
  state.isClosed = true;
  await vi.advanceTimersByTimeAsync(10 * limits.missedVersions.again);
  expect(did).toEqual(['cut off', 'Error: closed']);
});

test('a silent store is waited for less long once nothing vouches for what is shown', () => {
  const { missed, isOverdue } = followed();
  expect(isOverdue()).toBe(false);
  missed.isOverdue = true;
  expect(isOverdue()).toBe(true);
});

test('a store that is too slow to be looked through is waited for as long as every server is heard', async () => {
  const { did, missed } = followed();
  missed.isOverdue = true;
  missed.onOverdue();
  await vi.advanceTimersByTimeAsync(10 * limits.missedVersions.again);
  expect(did).toEqual([]);
});

test('with a mute server nobody is shown what was not looked up for too long, until it was or all are heard', async () => {
  for (const heal of ['looked up', 'heard']) {
    const { did, missed, bus } = followed();
    [missed.isOverdue, bus.isMute] = [true, true];
    missed.onOverdue();
    missed.onOverdue();
    await vi.advanceTimersByTimeAsync(10 * limits.missedVersions.again);
    missed.onOverdue();
    expect(did).toEqual([expect.stringContaining('the store is slow'), 'cut off']);
    if (heal === 'heard') bus.isMute = false;
    else missed.isOverdue = false;
    await vi.advanceTimersByTimeAsync(limits.missedVersions.again);
    expect(did.slice(2)).toEqual(['join']);
  }
});

test('after a loss nobody is shown what was not looked up for too long, though every server is heard again', async () => {
  const { did, missed, gap } = followed();
  gap();
  missed.isOverdue = true;
  missed.onOverdue();
  await vi.advanceTimersByTimeAsync(10 * limits.missedVersions.again);
  expect(did).toEqual([expect.stringContaining('the store is slow'), 'cut off']);
  [missed.isOverdue, missed.isLossOpen] = [false, false];
  await vi.advanceTimersByTimeAsync(limits.missedVersions.again);
  expect(did.slice(2)).toEqual(['join']);
});

test('quiet lines are left silent while neither the store nor the other servers say what is new', () => {
  const { hub, missed, bus, gap } = followed();
  missed.isFailing = true;
  expect(hub.mayVouch()).toBe(true);
  bus.isMute = true;
  expect(hub.mayVouch()).toBe(false);
  missed.isFailing = false;
  expect(hub.mayVouch()).toBe(true);
  bus.isMute = false;
  gap();
  missed.isFailing = true;
  expect(hub.mayVouch()).toBe(false);
});

test('a store that goes away while it is too slow is waited for as any other', async () => {
  const { did, missed, bus, tell } = followed();
  [missed.isOverdue, bus.isMute] = [true, true];
  missed.onOverdue();
  tell(false);
  [missed.isOverdue, bus.isMute] = [false, false];
  await vi.advanceTimersByTimeAsync(10 * limits.missedVersions.again);
  expect(did.slice(1)).toEqual(['cut off', 'cut off']);
  tell(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(did.at(-1)).toBe('join');
});
