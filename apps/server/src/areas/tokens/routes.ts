import * as calls from '@sheetwire/contract/tokens';
import { on, type Route } from '#http/route.ts';
import type { ExchangeDeps } from '#identity/sessions/add-in-tokens.ts';
import { listKeys, newKey, revokeKey } from './api-keys.ts';
import { exchange } from './exchange.ts';
import { newToken } from './new-token.ts';

/** Add-in tokens, their exchange, and API keys (interfaces 3). */
export function tokenRoutes(deps: ExchangeDeps): Route[] {
  return [
    on(calls.newToken, 'licensed', (_, request) => newToken(deps, request)),
    on(calls.exchange, { access: 'public', ignoresCookie: true }, (input, request) => exchange(deps, input, request)),
    on(calls.newApiKey, 'licensed', (input, request) => newKey(deps, input, request)),
    on(calls.listApiKeys, 'licensed', (_, request) => listKeys(deps, request)),
    on(calls.revokeApiKey, 'licensed', (input, request) => revokeKey(deps, input, request)),
  ];
}
