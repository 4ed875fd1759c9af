import { exits } from '@sheetwire/contract/exits';
import { Stop } from './exit.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The portal's address; a secret goes over plain http to this machine only, unless the settings allow it. */
export function parseServer(text: string, env: Readonly<Record<string, string | undefined>>): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Stop(exits.usage, `--server ${text} is not an http or https address`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Stop(exits.usage, '--server must not contain a user or password; secrets are never passed as arguments');
  }
  const isSafe = url.protocol === 'https:' || LOOPBACK.test(url.hostname) || isOn(env.SHEETWIRE_INSECURE_HTTP);
  if (!isSafe) {
    throw new Stop(
      exits.usage,
      `${url.origin} is not encrypted, so others could read the token; use https, or set SHEETWIRE_INSECURE_HTTP=1`,
    );
  }
  return url;
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && /^(?:1|true|on|yes)$/i.test(value);
}
