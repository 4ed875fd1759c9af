import { type Exit, type ExitName, exits, exitWords } from '@sheetwire/contract/exits';
import manifest from '../package.json' with { type: 'json' };
import { Stop } from './exit.ts';
import type { Terminal } from './terminal.ts';

/** A command: its arguments after its name, and the exit code it ends with. */
export type Command = (args: readonly string[], terminal: Terminal) => Promise<Exit>;

interface Entry {
  readonly usage: string;
  /** What it may end with beside 0, 1 and 2, which all may. */
  readonly ends: readonly ExitName[];
  readonly load: () => Promise<Command>;
}

const commands: ReadonlyMap<string, Entry> = new Map([
  [
    'publish',
    {
      usage:
        'publish FILE --to ENTITY/GROUP/REPORT --server URL (--token-env V | --token-file F)\n' +
        '      [--sheet S]… [--range R] [--page "Title=Range"]… [--metadata k=v]… [--entries]\n' +
        '      [--watch] [--dry-run --out DIR]\n' +
        '  publish DIR --to ENTITY/{folder}/{file} --server URL (--token-env V | --token-file F)\n' +
        '      [--sheet S]… [--metadata k=v]… [--entries] [--watch] [--dry-run]',
      ends: ['notAllowed', 'conflict', 'file', 'network', 'stopped'],
      load: async () => (await import('./commands/publish.ts')).publish,
    },
  ],
  [
    'status',
    {
      usage: 'status [DIR] [--json]',
      ends: ['notAllowed', 'conflict', 'file', 'network', 'stopped'],
      load: async () => (await import('./commands/status.ts')).status,
    },
  ],
  [
    'versions',
    {
      usage:
        'versions ENTITY/GROUP/REPORT --server URL (--token-env V | --token-file F)\n' +
        '      [--from TIME] [--to TIME] [--most N] [--json]',
      ends: ['notAllowed', 'file', 'network', 'stopped'],
      load: async () => (await import('./commands/versions.ts')).versions,
    },
  ],
  [
    'guard',
    {
      usage:
        'guard ENTITY/GROUP/REPORT --server URL (--token-env V | --token-file F) [--rules FILE] [--json]\n' +
        '  guard test ENTITY/GROUP/REPORT --rules FILE --server URL (--token-env V | --token-file F)\n' +
        '      [--hours N] [--json]',
      ends: ['notAllowed', 'file', 'network', 'stopped'],
      load: async () => (await import('./commands/guard.ts')).guard,
    },
  ],
  [
    'verify',
    {
      usage:
        'verify FILE.xlsx --server URL (--token-env V | --token-file F) [--json]\n' +
        '  verify FILE.csv --at ADDRESS --server URL (--token-env V | --token-file F) [--json]',
      ends: ['notAllowed', 'file', 'network', 'unconfirmed', 'stopped'],
      load: async () => (await import('./commands/verify.ts')).verify,
    },
  ],
  [
    'tag',
    {
      usage: 'tag ENTITY/GROUP/REPORT VERSION TAG --server URL (--token-env V | --token-file F)',
      ends: ['notAllowed', 'file', 'network', 'stopped'],
      load: async () => (await import('./commands/history.ts')).tag,
    },
  ],
  [
    'rollback',
    {
      usage: 'rollback ENTITY/GROUP/REPORT VERSION --reason TEXT --server URL (--token-env V | --token-file F)',
      ends: ['notAllowed', 'conflict', 'file', 'network', 'stopped'],
      load: async () => (await import('./commands/history.ts')).rollback,
    },
  ],
  [
    'release',
    {
      usage: 'release ENTITY/GROUP/REPORT VERSION --server URL (--token-env V | --token-file F)\n      [--reason TEXT]',
      ends: ['notAllowed', 'conflict', 'file', 'network', 'stopped'],
      load: async () => (await import('./commands/history.ts')).release,
    },
  ],
  [
    'token',
    {
      usage: 'token --server URL --user ENTITY/name --password-stdin [--app NAME]',
      ends: ['notAllowed', 'network', 'stopped'],
      load: async () => (await import('./commands/token.ts')).token,
    },
  ],
  [
    'serve',
    {
      usage: 'serve',
      ends: ['notAllowed', 'conflict', 'file', 'network', 'stopped'],
      load: async () => (await import('./commands/serve.ts')).serve,
    },
  ],
  [
    'user',
    {
      usage:
        'user add ENTITY/name --email E [--password-stdin]\n' +
        '  user set-password ENTITY/name --password-stdin\n' +
        '  user set ENTITY/name [--block-admin on|off] [--can-change-email on|off] [--deep-log on|off]\n' +
        '      [--disabled on|off]\n' +
        '  user sign-out ENTITY/name',
      ends: ['conflict', 'file', 'network', 'stopped'],
      load: async () => (await import('./commands/user.ts')).user,
    },
  ],
  [
    'backup',
    {
      usage: 'backup FILE [--verify]',
      ends: ['conflict', 'file', 'network', 'unconfirmed', 'stopped'],
      load: async () => (await import('./commands/whole-store.ts')).backup,
    },
  ],
  [
    'restore',
    {
      usage: 'restore FILE [--verify]',
      ends: ['conflict', 'file', 'network', 'unconfirmed', 'stopped'],
      load: async () => (await import('./commands/whole-store.ts')).restore,
    },
  ],
  [
    'doctor',
    {
      usage: 'doctor',
      ends: ['file', 'network', 'stopped'],
      load: async () => (await import('./commands/doctor.ts')).doctor,
    },
  ],
]);

/** Runs one command and says how it ended; no secret is ever an argument (interfaces 1). */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.say(usage());
    return name === undefined ? exits.usage : exits.done;
  }
  if (name === '--version' || name === '-V' || name === 'version') {
    terminal.say(`sheetwire ${manifest.version}`);
    return exits.done;
  }
  const entry = commands.get(name);
  if (!entry) {
    terminal.warn(`Unknown command ${name}\n${usage()}`);
    return exits.usage;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    const own = (['done', 'failed', 'usage', ...entry.ends] as const).map(exitLine);
    terminal.say([`Usage: sheetwire ${entry.usage}`, '', ...codes(own)].join('\n'));
    return exits.done;
  }
  return endOf(entry, rest, terminal);
}

async function endOf(entry: Entry, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const command = await entry.load();
    return await command(args, terminal);
  } catch (fault) {
    const stop = stopOf(fault, terminal);
    terminal.warn(stop.message);
    if (stop.exit === exits.usage) terminal.warn(`Usage: sheetwire ${entry.usage}`);
    return stop.exit;
  }
}

function stopOf(fault: unknown, terminal: Terminal): Stop {
  if (fault instanceof Stop) return fault;
  if (terminal.signal.aborted) return new Stop(exits.stopped, 'Stopped before it finished');
  if (fault instanceof TypeError && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS')) {
    return new Stop(exits.usage, argumentWords(fault.message));
  }
  // Nobody foresaw it: whoever mends it needs to see where it came from.
  return new Stop(exits.failed, fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
}

/** The language says more than fits: how to pass what looks like an option and is none. */
function argumentWords(message: string): string {
  const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1];
  return unknown === undefined ? message : `Unknown option ${unknown}`;
}

function usage(): string {
  const lines = [...[...commands.values()].map((entry) => entry.usage), '--version'].map((line) => `  ${line}`);
  const secrets = 'Pass secrets on standard input, in the environment or in a file.';
  const all = (Object.keys(exits) as ExitName[]).map(exitLine);
  return ['Usage: sheetwire COMMAND', ...lines, '', secrets, '', ...codes(all)].join('\n');
}

function codes(lines: readonly string[]): string[] {
  return ['Exit codes:', ...lines];
}

function exitLine(name: ExitName): string {
  return `  ${String(exits[name]).padEnd(codeWidth)} ${exitWords[name]}`;
}

const codeWidth = 3;
