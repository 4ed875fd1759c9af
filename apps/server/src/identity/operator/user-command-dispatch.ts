import { resolve } from 'node:path';
import { createIdentity } from '#identity/identity.ts';
import type { Bus } from '#ports/bus.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import { noDirectory } from '#ports/directory.ts';
import type { Stores } from '#ports/stores.ts';
import { loadSecretKey } from '#secrets/secret-key.ts';
import type { Settings } from '#settings/settings.ts';
import { controlSocketPath, sendCommand } from './control-socket.ts';
import { runUserCommand } from './user-command.ts';

export interface DispatchDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly openStores: () => Promise<Stores>;
  /** The servers obey what is signed with the key that they share. */
  readonly openBus: (secretKey: Uint8Array) => Promise<Bus>;
  /** A line for the person at the screen. */
  readonly tell: (line: string) => void;
}

/** Through the server that holds the embedded store, or on the store itself when none does (interfaces 1). */
export async function dispatchUserCommand(deps: DispatchDeps, command: unknown): Promise<unknown> {
  const { settings } = deps;
  const isEmbedded = settings.databaseUrl === '';
  const answered = isEmbedded ? await sendCommand(controlSocketPath(settings.dataDir), command) : undefined;
  if (answered !== undefined) return answered;
  // In another folder than the server's there is another store.
  if (isEmbedded) deps.tell(`No server is using ${resolve(settings.dataDir)}, so the store there is used directly`);
  return runOnStore(deps, command);
}

async function runOnStore(
  { settings, clock, chance, openStores, openBus }: DispatchDeps,
  command: unknown,
): Promise<unknown> {
  const secretKey = await loadSecretKey(settings);
  const stores = await openStores();
  try {
    const bus = await openBus(secretKey);
    const onFault = (error: unknown) => {
      throw error;
    };
    const identity = createIdentity({
      stores,
      bus,
      clock,
      chance,
      settings,
      directory: noDirectory,
      secretKey,
      onFault,
    });
    try {
      return await runUserCommand(identity, command);
    } finally {
      await bus.close();
    }
  } finally {
    await stores.close();
  }
}
