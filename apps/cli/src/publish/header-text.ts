import { exits } from '@sheetwire/contract/exits';
import { secretHeaders } from '@sheetwire/contract/headers';
import { Stop } from '#exit.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A secret as a header can have it; throws Stop, which does not show it, where no header can. */
export function headerText(name: string, text: string): string {
  const value = text.trim();
  if (/^[ -~]*$/.test(value)) return value;
  throw new Stop(exits.usage, `${name} contains a character that is not allowed in it; copy it again`);
}

/** The header with the publish secret, where one is set. */
export function publishSecretHeader({ SHEETWIRE_PUBLISH_SECRET: text = '' }: Env): Readonly<Record<string, string>> {
  const secret = headerText('The environment variable SHEETWIRE_PUBLISH_SECRET', text);
  return secret === '' ? {} : { [secretHeaders.publish]: secret };
}
