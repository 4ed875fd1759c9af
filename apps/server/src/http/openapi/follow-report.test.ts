import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { followReport } from '@sheetwire/contract/described/follow-report';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf } from '#testing/publisher.ts';
import { listen } from '#testing/stream-client.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const root = join(import.meta.dirname, '../../../../..');
const topic = 'ACME/RATES/DAILY';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

test('an ordinary EventSource follows a report with a key, as the example is written', {
  timeout: 60_000,
}, async () => {
  const { key, call } = await publisherOf(server, 'ACME/feed');
  const publish = (html: string) => call('publish.publishReport', { topic, pages: [{ name: 'P', html }] });
  await publish('<p>1</p>');
  const program = spawn(process.execPath, ['--input-type=module', '-e', followReport.source], {
    cwd: root,
    env: { PATH: process.env.PATH, SHEETWIRE: await listen(server), KEY: key, TOPIC: topic },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toMatch(/^version 1 of \d{17}$/);
    // The stream may not carry the report yet; what is published meanwhile it then brings at once.
    await publish('<p>2</p>');
    expect((await lines.next()).value).toMatch(/^version 2 of \d{17}$/);
    await publish('<p>3</p>');
    expect((await lines.next()).value).toMatch(/^version 3 of \d{17}$/);
  } finally {
    program.kill();
    await once(program, 'exit');
  }
});

test('the page on publishing shows the same example', () => {
  const page = readFileSync(join(root, 'docs/publish/README.md'), 'utf8');
  expect(page).toContain(`\`\`\`js\n${followReport.source}\`\`\``);
});
