import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb } from './build.ts';
import { root, say } from './steps.ts';

/** The server with reload on one port and the pages with reload on another, which passes calls on. */
const programs = [
  {
    command: 'node',
    args: ['--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts'],
    cwd: root,
  },
  { command: 'vite', args: ['--host', '127.0.0.1'], cwd: join(root, 'apps/web') },
] as const;

if (await buildWeb({ ifMissing: true })) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const running = programs.map(({ command, args, cwd }) =>
    spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, PATH: path } }),
  );
  const end = () => {
    for (const child of running) child.kill('SIGTERM');
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  for (const child of running) child.on('exit', end);
} else {
  say('the pages could not be built');
  process.exitCode = 1;
}
