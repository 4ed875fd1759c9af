import type { Chance, Clock } from '#ports/clock.ts';
import type { OneTimeStore } from '#ports/sso.ts';
import { deriveKey, hashSecret, seal, unseal } from '#secrets/secrets.ts';

export interface OnceDeps {
  readonly stores: { readonly oneTime: OneTimeStore };
  readonly clock: Clock;
  readonly chance: Chance;
  /** The server's own key. */
  readonly secretKey: Uint8Array;
}

/** What is kept, under the secret that the visitor holds. */
export interface Kept {
  readonly purpose: string;
  readonly secret: string;
}

/** Keeps a text for one use; the store sees neither the secret nor the text. */
export async function keepOnce(deps: OnceDeps, kept: Kept, text: string, ms: number): Promise<void> {
  const { stores, clock, chance } = deps;
  await stores.oneTime.save({
    hash: hashSecret(kept.secret),
    purpose: kept.purpose,
    payload: seal(chance, onceKey(deps), text),
    expiresAt: clock.now() + ms,
  });
}

/** The kept text, gone from the store before anything is done with it; undefined when unknown, used or expired. */
export async function takeOnce(deps: OnceDeps, { purpose, secret }: Kept): Promise<string | undefined> {
  const sealed = await deps.stores.oneTime.take({ hash: hashSecret(secret), purpose, now: deps.clock.now() });
  return sealed === undefined ? undefined : unseal(onceKey(deps), sealed);
}

function onceKey({ secretKey }: OnceDeps): Uint8Array {
  return deriveKey(secretKey, 'single sign-on, used once');
}
