import { type Exit, exits, Stop } from './exit.ts';
import type { Terminal } from './terminal.ts';

/** A command: its arguments after its name, and the exit code it ends with. */
export type Command = (args: readonly string[], terminal: Terminal) => Promise<Exit>;

interface Entry {
  readonly usage: string;
  readonly load: () => Promise<Command>;
}

const commands: ReadonlyMap<string, Entry> = new Map([
  [
    'publish',
    {
      usage:
        'publish FILE --to ENTITY/GROUP/REPORT --server URL (--token-env V | --token-file F)\n' +
        '      [--sheet S]… [--range R] [--page "Title=Range"]… [--metadata k=v]…\n' +
        '      [--watch] [--dry-run --out DIR]',
      load: async () => (await import('./commands/publish.ts')).publish,
    },
  ],
  [
    'token',
    {
      usage: 'token --server URL --user ENTITY/name --password-stdin [--app NAME]',
      load: async () => (await import('./commands/token.ts')).token,
    },
  ],
  ['serve', { usage: 'serve', load: async () => (await import('./commands/serve.ts')).serve }],
  [
    'user',
    {
      usage:
        'user add ENTITY/name --email E [--password-stdin]\n' +
        '  user set-password ENTITY/name --password-stdin\n' +
        '  user set ENTITY/name [--block-admin on|off] [--can-change-email on|off] [--deep-log on|off]\n' +
        '      [--disabled on|off]\n' +
        '  user sign-out ENTITY/name',
      load: async () => (await import('./commands/user.ts')).user,
    },
  ],
  ['backup', { usage: 'backup FILE', load: async () => (await import('./commands/whole-store.ts')).backup }],
  ['restore', { usage: 'restore FILE', load: async () => (await import('./commands/whole-store.ts')).restore }],
  ['doctor', { usage: 'doctor', load: async () => (await import('./commands/doctor.ts')).doctor }],
]);

/** Runs one command and says how it ended; no secret is ever an argument (interfaces 1). */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.say(usage());
    return name === undefined ? exits.usage : exits.done;
  }
  const entry = commands.get(name);
  if (!entry) {
    terminal.warn(`Unknown command ${name}\n${usage()}`);
    return exits.usage;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.say(`Usage: sheetwire ${entry.usage}`);
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
  if (terminal.signal.aborted) return new Stop(exits.network, 'Interrupted');
  if (fault instanceof TypeError && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS')) {
    return new Stop(exits.usage, fault.message);
  }
  throw fault;
}

function usage(): string {
  const lines = [...commands.values()].map((entry) => `  ${entry.usage}`);
  return ['Usage: sheetwire COMMAND', ...lines, '', 'Secrets come from standard input, environment or file.'].join(
    '\n',
  );
}
