import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { limits } from '@sheetwire/contract/limits';

/** The longest address of a unix socket on the systems we run on, with its closing NUL. */
const maxSocketPath = 100;
const ownerOnly = 0o077;

/** Where the server of a data dir takes commands of its owner: in the dir, or in a private one when that is too long. */
export function controlSocketPath(dataDir: string): string {
  const inDataDir = join(resolve(dataDir), 'control.sock');
  if (inDataDir.length <= maxSocketPath) return inDataDir;
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 24);
  return join(privateFolder(), `${name}.sock`);
}

/** The user's number, asked without their name: in a container there may be no list of users that has it. */
const ownUid = process.geteuid?.() ?? -1;

function privateFolder(): string {
  return join(tmpdir(), `sheetwire-${ownUid}`);
}

/** In a folder that everybody shares somebody else may have made ours before: they would read every command. */
async function requireOwnFolder(path: string): Promise<void> {
  const folder = dirname(path);
  if (folder !== privateFolder()) return;
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return;
  if (found.isDirectory() && found.uid === ownUid && (found.mode & ownerOnly) === 0) return;
  throw new Error(`${folder} is accessible to other users; remove it, or choose a shorter SHEETWIRE_DATA_DIR`);
}

/** Answers one JSON line for one JSON line, to the owner of the data dir alone; ends with the answered function. */
export async function listenForCommands(
  path: string,
  run: (command: unknown) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const folder = join(path, '..');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireOwnFolder(path);
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(limits.controlLineWait, () => socket.destroy());
    void answer(socket, run);
  });
  const before = process.umask(ownerOnly);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
  await chmod(path, 0o600);
  return async () => {
    server.close();
    await rm(path, { force: true });
  };
}

async function answer(socket: Socket, run: (command: unknown) => Promise<unknown>): Promise<void> {
  try {
    const command: unknown = JSON.parse(await readLine(socket));
    // How long the work takes is its own affair; a whole store may take minutes.
    socket.setTimeout(0);
    const result = await run(command);
    socket.end(`${JSON.stringify(result)}\n`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    socket.end(`${JSON.stringify({ outcome: 'file', message })}\n`);
  }
}

const readiness = { command: 'readiness' } as const;

/** What `/readyz` of the server says that holds this data dir, or undefined when none does. */
export function askReadiness(dataDir: string): Promise<unknown> {
  return sendCommand(controlSocketPath(dataDir), readiness);
}

/** True for a command that asks what `/readyz` says. */
export function isReadinessAsked(command: unknown): boolean {
  return (
    typeof command === 'object' && command !== null && 'command' in command && command.command === readiness.command
  );
}

/** The server's answer, or undefined when no server listens there. */
export async function sendCommand(path: string, command: unknown): Promise<unknown> {
  await requireOwnFolder(path);
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (error instanceof Error && 'code' in error && isNobody(String(error.code))) return undefined;
    throw error;
  }
  socket.write(`${JSON.stringify(command)}\n`);
  const line = await readLine(socket);
  socket.end();
  return JSON.parse(line);
}

function isNobody(code: string): boolean {
  return ['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes(code);
}

async function readLine(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
    if (text.length > limits.maxBody) throw new Error('The command is too long');
  }
  throw new Error('The command ended too early');
}
