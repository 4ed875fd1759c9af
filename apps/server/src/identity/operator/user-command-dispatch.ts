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
}

/** Through the server that holds the embedded store, or on the store itself when none does (interfaces 1). */
export async function dispatchUserCommand(deps: DispatchDeps, command: unknown): Promise<unknown> {
  const { settings } = deps;
  const isEmbedded = settings.databaseUrl === '';
  const answered = isEmbedded ? await sendCommand(controlSocketPath(settings.dataDir), command) : undefined;
  return answered ?? runOnStore(deps, command);
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
