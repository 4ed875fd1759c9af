#!/usr/bin/env node
// Plain JavaScript that any Node from 20 on can read: it starts the command under the Node that the product pins.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { programToRun } from './built.js';

const OLDEST = 26;
const here = dirname(realpathSync(fileURLToPath(import.meta.url)));

const main = programToRun(pathToFileURL(join(here, '..', 'src', 'main.ts')));

if (Number.parseInt(process.versions.node, 10) >= OLDEST) await import(main.href);
else startUnder(pinnedNode(here));

function pinnedNode(from) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', 'node', 'bin', name);
    if (existsSync(file)) return file;
    if (dirname(folder) === folder) return undefined;
  }
}

function startUnder(node) {
  if (node === undefined) {
    process.stderr.write(`sheetwire needs Node ${OLDEST} or later (this is ${process.versions.node}); run npm ci\n`);
    process.exitCode = 2;
    return;
  }
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches the child through the terminal; other senders know this process alone.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (fault) => {
    process.stderr.write(`${node} does not start: ${fault.message}\n`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}
