import { addresseeOf } from '@sheetwire/rules/addressee';
import { parseUser } from '@sheetwire/rules/principal';
import { expect } from 'vitest';
import type { Actor } from '#lib/actor.ts';

/** Who calls with an API key: a user of the key's name, or the one that is named. */
export function actorOf(bearerId: string, name = `ACME/${bearerId}`): Actor {
  const user = parseUser(name) ?? expect.unreachable();
  return {
    user,
    addressee: addresseeOf(user),
    kind: 'apikey',
    method: null,
    isSuperAdmin: false,
    blockAdminPage: false,
    deepLog: false,
    hasLicense: true,
    addinVersion: null,
    sessionHash: null,
    bearerId,
    lineHash: bearerId,
  };
}
