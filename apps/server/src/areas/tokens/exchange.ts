import type { Output, Parsed } from '@sheetwire/contract/call';
import type { exchange as call } from '@sheetwire/contract/tokens';
import type { Request } from '#http/route.ts';
import { type ExchangeDeps, exchangeToken } from '#identity/sessions/add-in-tokens.ts';

/** A token for the credential of one spreadsheet instance (interfaces 3). */
export async function exchange(
  deps: ExchangeDeps,
  input: Parsed<typeof call>,
  { address }: Request,
): Promise<Output<typeof call>> {
  const { credential, user, expiresAt } = await exchangeToken(deps, { ...input, address });
  return { credential, user, expiresUtc: new Date(expiresAt).toISOString() };
}
