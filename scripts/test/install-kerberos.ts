import { spawnSync } from 'node:child_process';
import { root, runStep, say } from '../steps.ts';

/** The pinned version of the optional module that `npm ci` skips where it cannot be built. */
const KERBEROS = 'kerberos@7.0.0';

/** True when the optional module for Windows sign-in loads here: asked of a process of its own, as a failed look-up is kept. */
function loads(): boolean {
  return spawnSync(process.execPath, ['--eval', "require('kerberos')"], { cwd: root }).status === 0;
}

if (!loads()) {
  await runStep({ name: KERBEROS, command: 'npm', args: ['install', '--no-save', KERBEROS] });
  if (!loads()) {
    say(`${KERBEROS} does not load; it needs the Debian packages libkrb5-dev, g++, make and python3`);
    process.exitCode = 1;
  }
}
