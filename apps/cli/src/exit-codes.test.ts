import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExitName, exits, exitWords } from '@sheetwire/contract/exits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';
import { published, signed, TestPortal } from './test-support/portal.ts';
import { startingEnv } from './test-support/starting-env.ts';
import { TestTerminal } from './test-support/terminal.ts';

const LONG = 60_000;
const password = 'a long password';
const nowhere = { SHEETWIRE_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
const noBus = { SHEETWIRE_BUS_URL: 'nats://127.0.0.1:9' };
const commandNames = [
  'publish',
  'status',
  'versions',
  'guard',
  'verify',
  'tag',
  'rollback',
  'release',
  'token',
  'serve',
  'user',
  'backup',
  'restore',
  'doctor',
] as const;
type CommandName = (typeof commandNames)[number];

let folder = '';
let portal: TestPortal;
/** Somebody else's port. */
const other = createServer();
let port = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-exits-'));
  portal = await new TestPortal().open();
  await writeFile(at('page.html'), '<p>1</p>');
  await writeFile(at('page.csv'), '1');
  await writeFile(at('letter.txt'), 'Dear Ann');
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', () => resolve()));
  const address = other.address();
  port = typeof address === 'object' && address !== null ? String(address.port) : '';
  await run({ args: ['user', 'add', 'DEMO/ann', '--email', 'ann@acme.example', '--password-stdin'] });
  await run({ args: ['backup', at('good.backup')] });
}, LONG);
afterAll(async () => {
  other.close();
  await portal.close();
  await rm(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);

interface Run {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Before it begins: Ctrl-C, or what the portal answers. */
  readonly first?: (terminal: TestTerminal) => void;
}

async function run({ args, env = {}, stdin = password, first }: Run) {
  const settings = {
    XDG_STATE_HOME: at('state'),
    SHEETWIRE_DATA_DIR: at('data'),
    SHEETWIRE_LOG_LEVEL: 'silent',
    KEY: 'swk_1',
    ...env,
  };
  const terminal = new TestTerminal({ env: { ...startingEnv, ...settings }, stdin });
  first?.(terminal);
  const exit = await runCommand(args, terminal);
  return { exit, lines: [...terminal.said, ...terminal.warned].join('\n') };
}

const publish = (...more: string[]) => ['publish', at('page.html'), ...to(), ...more];
const to = () => ['--to', 'ACME/A/B', '--server', portal.url, '--token-env', 'KEY'];
const token = () => ['token', '--server', portal.url, '--user', 'ACME/ann', '--password-stdin'];
const versions = (...more: string[]) => ['versions', 'ACME/A/B', ...to().slice(2), ...more];
const guard = (...more: string[]) => ['guard', 'ACME/A/B', ...to().slice(2), ...more];
const verify = (...more: string[]) => ['verify', at('page.csv'), '--at', '/v/ACME/A/B/7', ...to().slice(2), ...more];
const vouching = (answer: TestPortal['verified']) => () => {
  portal.verified = answer;
  portal.shown = { pages: ['<table><tbody><tr><td>1</td></tr></tbody></table>'], pageNames: ['P'], styles: [[]] };
};
const deed = (command: string, ...more: string[]) => [command, 'ACME/A/B', '7', ...to().slice(2), ...more];
const noToken = (command: string, ...more: string[]) => [
  ...[command, 'ACME/A/B', ...more],
  ...['--server', portal.url, '--token-file', at('no-token')],
];
const told = (history: TestPortal['history']) => () => {
  portal.history = history;
};
const ruling = (rules: TestPortal['rules']) => () => {
  portal.rules = rules;
};
const refusing = (code: TestPortal['refusals'][number]['code']) => () => void portal.refusals.push({ code });
const stopped = (terminal: TestTerminal) => terminal.end();
const away = ['--server', 'http://127.0.0.1:9'];
const atPort = () => ({ SHEETWIRE_PORT: port, SHEETWIRE_DATA_DIR: at('served') });

/** A way to each end that a command names. */
const ways: Readonly<Record<CommandName, Readonly<Partial<Record<ExitName, () => Run>>>>> = {
  publish: {
    done: () => ({ args: publish() }),
    usage: () => ({ args: ['publish'] }),
    notAllowed: () => ({ args: publish(), first: refusing('not_allowed') }),
    conflict: () => ({ args: publish(), first: refusing('taken_over') }),
    file: () => ({ args: ['publish', at('none.html'), ...to()] }),
    network: () => ({ args: publish(...away) }),
    stopped: () => ({ args: publish(), first: stopped }),
  },
  status: {
    usage: () => ({ args: ['status', 'one', 'two'] }),
    file: () => ({ args: ['status'] }),
    stopped: () => ({ args: ['status'], first: stopped }),
  },
  versions: {
    done: () => ({ args: versions(), first: told([published]) }),
    usage: () => ({ args: ['versions'] }),
    notAllowed: () => ({ args: versions(), first: told(undefined) }),
    file: () => ({ args: noToken('versions') }),
    network: () => ({ args: versions(...away) }),
    stopped: () => ({ args: versions(), first: stopped }),
  },
  guard: {
    done: () => ({ args: guard(), first: ruling({ rules: [] }) }),
    usage: () => ({ args: ['guard'] }),
    notAllowed: () => ({ args: guard(), first: ruling(undefined) }),
    file: () => ({ args: guard('--rules', at('letter.txt')) }),
    network: () => ({ args: guard(...away) }),
    stopped: () => ({ args: guard(), first: stopped }),
  },
  verify: {
    done: () => ({ args: verify(), first: vouching(signed) }),
    usage: () => ({ args: ['verify'] }),
    notAllowed: () => ({ args: verify(), first: vouching(undefined) }),
    file: () => ({ args: ['verify', at('letter.txt'), ...to().slice(2)] }),
    network: () => ({ args: verify(...away) }),
    unconfirmed: () => ({ args: verify(), first: vouching({ ...signed, state: 'changed' }) }),
    stopped: () => ({ args: verify(), first: stopped }),
  },
  tag: {
    done: () => ({ args: deed('tag', 'Final') }),
    usage: () => ({ args: deed('tag') }),
    notAllowed: () => ({ args: deed('tag', 'Final'), first: refusing('not_allowed') }),
    file: () => ({ args: noToken('tag', '7', 'Final') }),
    network: () => ({ args: deed('tag', 'Final', ...away) }),
    stopped: () => ({ args: deed('tag', 'Final'), first: stopped }),
  },
  rollback: {
    done: () => ({ args: deed('rollback', '--reason', 'x') }),
    usage: () => ({ args: deed('rollback') }),
    notAllowed: () => ({ args: deed('rollback', '--reason', 'x'), first: refusing('not_allowed') }),
    conflict: () => ({ args: deed('rollback', '--reason', 'x'), first: refusing('wrong_base_version') }),
    file: () => ({ args: noToken('rollback', '7', '--reason', 'x') }),
    network: () => ({ args: deed('rollback', '--reason', 'x', ...away) }),
    stopped: () => ({ args: deed('rollback', '--reason', 'x'), first: stopped }),
  },
  release: {
    done: () => ({ args: deed('release') }),
    usage: () => ({ args: ['release'] }),
    notAllowed: () => ({ args: deed('release'), first: refusing('not_allowed') }),
    conflict: () => ({ args: deed('release'), first: refusing('wrong_base_version') }),
    file: () => ({ args: noToken('release', '7') }),
    network: () => ({ args: deed('release', ...away) }),
    stopped: () => ({ args: deed('release'), first: stopped }),
  },
  token: {
    done: () => ({ args: token(), stdin: 'right' }),
    usage: () => ({ args: token(), first: refusing('malformed') }),
    notAllowed: () => ({ args: token(), stdin: 'wrong' }),
    network: () => ({ args: [...token(), ...away] }),
    stopped: () => ({ args: token(), stdin: 'right', first: stopped }),
  },
  serve: {
    usage: () => ({ args: ['serve'], env: { ...atPort(), SHEETWIRE_PORT: 'x' } }),
    conflict: () => ({ args: ['serve'], env: atPort() }),
    file: () => ({ args: ['serve'], env: { ...atPort(), SHEETWIRE_DATA_DIR: '/proc/sheetwire' } }),
    network: () => ({ args: ['serve'], env: { ...atPort(), ...nowhere } }),
  },
  user: {
    done: () => ({ args: ['user', 'set', 'DEMO/ann', '--deep-log', 'on'] }),
    usage: () => ({ args: ['user', 'sign-out', 'DEMO/nobody'] }),
    conflict: () => ({ args: ['user', 'add', 'DEMO/ann', '--email', 'ann2@acme.example'] }),
    file: () => ({ args: ['user', 'sign-out', 'DEMO/ann'], env: { SHEETWIRE_DATA_DIR: '/proc/sheetwire' } }),
    network: () => ({ args: ['user', 'sign-out', 'DEMO/ann'], env: nowhere }),
    stopped: () => ({ args: ['user', 'sign-out', 'DEMO/ann'], first: stopped }),
  },
  backup: {
    done: () => ({ args: ['backup', at('again.backup')] }),
    usage: () => ({ args: ['backup'] }),
    file: () => ({ args: ['backup', at('letter.txt')] }),
    network: () => ({ args: ['backup', at('x.backup')], env: nowhere }),
    stopped: () => ({ args: ['backup', at('x.backup')], first: stopped }),
  },
  restore: {
    done: () => ({ args: ['restore', at('good.backup')], env: { SHEETWIRE_DATA_DIR: at('restored') } }),
    usage: () => ({ args: ['restore', '--force'] }),
    file: () => ({ args: ['restore', at('letter.txt')] }),
    network: () => ({ args: ['restore', at('good.backup')], env: nowhere }),
    stopped: () => ({ args: ['restore', at('good.backup')], first: stopped }),
  },
  doctor: {
    usage: () => ({ args: ['doctor', 'everything'] }),
    file: () => ({ args: ['doctor'], env: { SHEETWIRE_DATA_DIR: '/proc/sheetwire' } }),
    network: () => ({ args: ['doctor'], env: { ...nowhere, ...noBus } }),
    stopped: () => ({ args: ['doctor'], first: stopped }),
  },
};

/** They start a program of the server each, of which `npm test` sees the other ends; the soak sees these too. */
const ofTheSoak: Readonly<Partial<Record<CommandName, readonly ExitName[]>>> = {
  serve: ['usage', 'file', 'network'],
  user: ['usage', 'file', 'network', 'stopped'],
  backup: ['file', 'network'],
  restore: ['network', 'stopped'],
  doctor: ['file', 'stopped'],
};
const isSoak = process.env.SHEETWIRE_SOAK === 'yes';

const rows = commandNames.flatMap((command) =>
  Object.keys(ways[command])
    .map((name) => [command, name as ExitName] as const)
    .filter(([, name]) => isSoak || !ofTheSoak[command]?.includes(name)),
);

test.each(rows)(
  'sheetwire %s ends as %s with the code that its help tells',
  { timeout: LONG },
  async (command, name) => {
    const way = ways[command][name]?.() ?? expect.unreachable();
    const { exit, lines } = await run(way);
    expect([exit, lines]).toEqual([exits[name], expect.anything()]);
    const help = (await run({ args: [command, '--help'] })).lines;
    expect(help).toContain(`  ${String(exits[name]).padEnd(3)} ${exitWords[name]}`);
  },
);

test(
  'what cannot be read or is no option is told in words, not in those of the system',
  async () => {
    const said = async (...args: string[]) => (await run({ args })).lines.split('\n')[0];
    expect(await said(...noToken('versions'))).toBe(`The token file ${at('no-token')} cannot be read: file not found`);
    expect(await said(...guard('--rules', folder))).toBe(`${folder} cannot be read: it is a folder`);
    expect(await said(...versions('--loud'))).toBe('Unknown option --loud');
    expect(await said('restore', at('none.backup'))).toBe(`${at('none.backup')}: file not found`);
    const lost = join(folder, 'lost', 'x.backup');
    expect(await said('backup', lost)).toBe(
      `The folder ${join(folder, 'lost')} does not exist; create it or choose another`,
    );
  },
  LONG,
);

test('help and documents list the same codes', async () => {
  const help = (await run({ args: ['--help'] })).lines;
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operate/commands.md'), 'utf8');
  for (const [name, words] of Object.entries(exitWords)) {
    const code = exits[name as ExitName];
    expect(help).toContain(`  ${String(code).padEnd(3)} ${words}`);
    expect(page).toContain(`| ${code} | ${words} |`);
  }
  for (const command of commandNames) {
    const own =
      (await run({ args: [command, '--help'] })).lines.match(/^ {2}(\d+)/gm)?.map((line) => Number(line)) ?? [];
    const row = new RegExp(`^\\| \`${command}\` \\| (\\d.*) \\|$`, 'm').exec(page)?.[1] ?? '';
    const told = [0, 1, 2, ...(row.match(/(?<=^|, )\d+/g) ?? []).map(Number)];
    expect([command, told]).toEqual([command, own]);
  }
});
