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
  const presence = {
    onChange(listener: (isThere: boolean) => void) {
      tell = listener;
    },
    onSilence: () => undefined,
  };
  const hub = {
    cutOff: () => void did.push('cut off'),
    join: () => void did.push('join'),
    get isClosed() {
      return state.isClosed;
    },
  };
  const missed = { isOverdue: false, looked: () => state.versions() };
  followPresence(
    { stores: { presence }, onFault: (fault) => did.push(String(fault)) },
    { hub, missed, readRights: () => state.rights() },
  );
  return { did, state, tell: (isThere: boolean) => tell(isThere) };
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
