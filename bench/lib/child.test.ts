import { kill } from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { Child, cores, stopChildren } from './child.ts';

afterEach(stopChildren);

function silent(): Child {
  return new Child(cores.client, [process.execPath, '-e', 'setInterval(() => {}, 1000)']);
}

test('a program that does not answer is named in a sentence', async () => {
  await expect(silent().line(/^ready$/, 200)).rejects.toThrow(/setInterval.* did not print .*ready.* within 0.2 s/);
});

test('a wait that was given up takes no later line away', async () => {
  const child = new Child(cores.client, [
    process.execPath,
    '-e',
    "process.stdin.on('data', (text) => console.log('said ' + text))",
  ]);
  await expect(child.line(/^never$/, 200)).rejects.toThrow('did not print');
  child.write('this');
  expect(await child.line(/^said/)).toBe('said this');
});

test('no program is left once all are stopped', async () => {
  const { pid } = silent();
  await stopChildren();
  expect(() => kill(pid, 0)).toThrow('ESRCH');
});
