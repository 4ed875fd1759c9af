import { parseArgs } from 'node:util';
import { type Caller, createCaller } from '@sheetwire/client/caller';
import { login, logout } from '@sheetwire/contract/accounts';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { newToken } from '@sheetwire/contract/tokens';
import { Stop } from '#exit.ts';
import { faultOf } from '#publish/call-fault.ts';
import { parseServer } from '#server-url.ts';
import type { Terminal } from '#terminal.ts';

const flags = {
  server: { type: 'string' },
  user: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  app: { type: 'string' },
} as const;

/** Logs in, prints an add-in token on standard output, and leaves no session behind (interfaces 1). */
export async function token(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const { values } = parseArgs({ args: [...args], options: flags, allowPositionals: false });
  if (values.server === undefined) throw new Stop(exits.usage, 'Specify the portal with --server URL');
  if (values.user === undefined) throw new Stop(exits.usage, 'Specify the user with --user ENTITY/name');
  if (!values['password-stdin']) {
    throw new Stop(exits.usage, 'Pass the password on standard input with --password-stdin');
  }
  const server = parseServer(values.server, terminal.env);
  const password = await terminal.readStdin();
  const call = sessionCaller(server);
  const credentials = { user: values.user, password };
  const made = await makeToken(call, {
    credentials,
    app: values.app ?? '',
    server,
    signal: terminal.signal,
    warn: terminal.warn,
  });
  terminal.say(made.token);
  terminal.warn(`Generated at ${made.timeGeneratedUtc}; valid for 10 minutes and one publisher`);
  return exits.done;
}

interface TokenRequest {
  readonly credentials: { readonly user: string; readonly password: string };
  readonly app: string;
  readonly server: URL;
  readonly signal: AbortSignal;
  readonly warn: (line: string) => void;
}

async function makeToken(call: Caller, { credentials, app, server, signal, warn }: TokenRequest) {
  try {
    const answer = await call(login, credentials, { signal });
    if (answer.info === '') throw new Stop(exits.notAllowed, answer.message || 'Login failed');
    try {
      return await call(newToken, {}, { signal, query: { manualGen: 'true', tokenApp: app } });
    } finally {
      await endSession(call, server, warn);
    }
  } catch (thrown) {
    if (thrown instanceof Stop) throw thrown;
    signal.throwIfAborted();
    const fault = faultOf(thrown, server);
    throw fault.kind === 'final' ? asUsage(fault.stop) : new Stop(exits.network, fault.message);
  }
}

/** No file is sent here: what the portal finds wrong with the input stood in the arguments. */
function asUsage(stop: Stop): Stop {
  return stop.exit === exits.file ? new Stop(exits.usage, stop.message) : stop;
}

/** The token stands even when the logout fails; the session then ends by itself. */
async function endSession(call: Caller, server: URL, warn: (line: string) => void): Promise<void> {
  try {
    await call(logout, {});
  } catch (thrown) {
    const fault = faultOf(thrown, server);
    warn(
      `Could not log out; the session stays open until it expires: ${fault.kind === 'away' ? fault.message : fault.stop.message}`,
    );
  }
}

/** Calls as a browser of the portal would: our own origin, and the session's cookie kept between calls. */
function sessionCaller(server: URL): Caller {
  let cookie = '';
  return createCaller({
    baseUrl: server.href,
    headers: () => (cookie === '' ? { origin: server.origin } : { origin: server.origin, cookie }),
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      const set = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
      if (set.length > 0) cookie = set.join('; ');
      return answer;
    },
  });
}
