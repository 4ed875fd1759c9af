import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import { hostileBooks } from '@sheetwire/sheet/test-support/hostile-books';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Portal, signIn, startPortal } from '../support/portal.ts';
import { isSoak, oneOf } from '../support/soak.ts';
import { type Answer, ask, type Caller, hungUp, json, outcomeOf } from './ask.ts';
import { hostilePages } from './pages.ts';
import { Pulse } from './pulse/pulse.ts';
import { TOPIC } from './request-makers.ts';
import { hostileRequests } from './requests.ts';

/** The longest time that anybody may wait for the portal while it deals with the worst of this (quality, Speed). */
const LONGEST_GAP = 250;
/** Other work of the machine lengthens a wait now and then; what the portal itself takes is in each try. */
const TRIES = 3;
/** Its memory at any time, bytes: budgets of bodies and threads, and what the runtime keeps for itself. */
const MOST_MEMORY = 2 * 1024 * 1024 * 1024;

const KEPT = 'ACME/HOSTILE/KEPT';
const kept = {
  topic: KEPT,
  pages: [{ name: 'Positions', html: '<table><tr><td data-cell="A1">42</td></tr></table>' }],
};

let portal: Portal;
let pulse: Pulse;
let caller: Caller;
let version = 0;

beforeAll(async () => {
  portal = await startPortal({ SHEETWIRE_SUPER_ADMINS: 'ACME/super' });
  const { key, call } = await portal.publisher('ACME/publisher');
  await portal.addUser('ACME/super');
  caller = {
    portal,
    key,
    cookie: await signIn(portal, 'ACME/publisher'),
    superCookie: await signIn(portal, 'ACME/super'),
  };
  ({ version } = await call(publishReport, kept));
  pulse = await Pulse.start(portal.url);
});

afterAll(async () => {
  await pulse?.stop();
  await portal?.stop();
});

beforeEach(async () => {
  await pulse.take();
  // The kernel counts the peak anew.
  writeFileSync(`/proc/${portal.pid}/clear_refs`, '5');
});

/** Sends it; how it was answered. */
type Attack = () => Promise<string>;

/** Nobody waits when it is done, the memory is bounded, and what was published before is as it was. */
async function expectUnharmed(attack: Attack): Promise<void> {
  const answered = await attack();
  let { ms, failed, asked } = await pulse.take();
  for (let tries = 1; ms > LONGEST_GAP && tries < TRIES; tries++) {
    // What was published is to be new again. What is refused by now, as it came too often, is another attack.
    await ask(caller, { path: publishReport.path, body: json({ ...kept, topic: TOPIC }) });
    if ((await attack()) !== answered) break;
    const seen = await pulse.take();
    ms = Math.min(ms, seen.ms);
    failed += seen.failed;
    asked += seen.asked;
  }
  expect({ failed, isAsked: asked > 0, gap: ms <= LONGEST_GAP ? 'short' : Math.round(ms) }).toEqual({
    failed: 0,
    isAsked: true,
    gap: 'short',
  });
  expect(peakMemory()).toBeLessThan(MOST_MEMORY);
  const shown = await ask(caller, { path: report.path, body: json({ topic: KEPT, returnReport: true }) });
  const { pageNames, version: now } = JSON.parse(shown.text);
  expect({ pageNames, isLater: now >= version }).toEqual({ pageNames: ['Positions'], isLater: true });
  version = now;
}

function peakMemory(): number {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${portal.pid}/status`, 'utf8'))?.[1];
  return Number(found) * 1024;
}

/** A refusal says what is wrong in a sentence, and how long to wait where it asks for that. */
function expectSentence({ status, text, headers }: Answer): void {
  if (status < 400 || text === '') return;
  const { error, message = error?.message } = JSON.parse(text);
  expect(message).toMatch(/^(?=.{10,600}$)\S.*[a-z]+ [a-z]+/s);
  if (status === 429 || status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

test.each(hostileRequests)('$name', async ({ send, outcomes }) => {
  await expectUnharmed(async () => {
    const answers = await send(caller);
    for (const answer of answers) {
      expect(outcomes, answer.text.slice(0, 300)).toContain(outcomeOf(answer));
      expectSentence(answer);
    }
    return answers.map(outcomeOf).toSorted().join();
  });
});

test.each(hostilePages)('$name', async ({ html, styles, outcome }) => {
  const pages = [{ name: 'P', html: html(), ...(styles === undefined ? {} : { styles: styles() }) }];
  await expectUnharmed(async () => {
    const answer = await ask(caller, { path: publishReport.path, body: json({ topic: TOPIC, pages }) });
    expect(outcomeOf(answer), answer.text.slice(0, 300)).toBe(outcome);
    expectSentence(answer);
    const shell = await ask(caller, { method: 'GET', path: `/${TOPIC}`, as: 'cookie' });
    expect(shell.status).toBe(200);
    const shown = await ask(caller, {
      path: report.path,
      as: 'cookie',
      body: json({ topic: TOPIC, returnReport: true }),
    });
    expect(shown.status).toBe(200);
    return outcome;
  });
});

// How each ends is held by `packages/sheet`; the command says the same.
test.each(oneOf(14, hostileBooks))('$name (the command line)', async ({ ending = '.xlsx', bytes, sentence }) => {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-hostile-'));
  const file = join(folder, `book${ending.startsWith('.') ? ending : `.${ending}`}`);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(file, bytes());
  const args = ['publish', file, '--to', TOPIC, '--server', portal.url, '--token-env', 'KEY'];
  await expectUnharmed(async () => {
    const { code, said } = await runCommand(args, { KEY: caller.key });
    expect({ code, said }).toEqual({ code: 5, said: expect.stringMatching(sentence) });
    expect(said.trim().split('\n')).toHaveLength(1);
    return said;
  });
});

/** Those that were found first and one in four; `packages/sheet` reads the others, and the soak sends all. */
const first = /^(?:a long text in 20,000 cells|a text of thousands of runs|a number format of 255 characters)/;
const sent = hostileBooks.filter(({ name }, n) => isSoak || n % 4 === 1 || first.test(name));

test.each(sent)('$name (sent to the portal)', async ({ ending = '.xlsx', bytes }) => {
  const type = /html?$/.test(ending) ? 'text/html' : 'application/octet-stream';
  const path = `/api/v1/publish/workbook/${TOPIC}`;
  const body = Buffer.from(bytes());
  await expectUnharmed(async () => {
    const answer = await ask(caller, { method: 'PUT', path, headers: { 'content-type': type }, body });
    expect(refusals, answer.text.slice(0, 300)).toContain(outcomeOf(answer));
    expectSentence(answer);
    return outcomeOf(answer);
  });
});

test('a caller who hung up gave back what its calls held, and nothing of all this is held any more', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `<tr><td data-cell="A${n + 1}">${'x'.repeat(100)}</td></tr>`);
  const long = json({ topic: TOPIC, pages: [{ name: 'P', html: `<table>${rows.join('')}</table>` }] });
  expect((await ask(caller, { path: publishReport.path, body: long })).status).toBe(200);
  const read = json({ topic: TOPIC, returnReport: true });
  await expectUnharmed(async () => {
    for (let n = 0; n < 20; n++) {
      await hungUp(caller, { path: report.path, as: 'cookie', body: read });
      await hungUp(caller, { path: publishReport.path, body: long.slice(0, n * 10_000), length: long.length });
    }
    return 'hung up';
  });
  await expect.poll(heldBytes, { timeout: 10_000 }).toEqual(['sheetwire_work_bytes 0', 'sheetwire_answer_bytes 0']);
});

async function heldBytes(): Promise<string[]> {
  const figures = await (await fetch(`${portal.url}/metrics`)).text();
  return figures.split('\n').filter((line) => /^sheetwire_(?:work|answer)_bytes /.test(line));
}

/** How a hostile file ends: not read, too large, or of no kind that is read. */
const refusals = ['422 unreadable_file', '413 too_large', '415 wrong_media_type'];

/** The command as an operator runs it: its exit code and what it says of faults. */
async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>) {
  const command = join(import.meta.dirname, '../../apps/cli/bin/sheetwire.js');
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, ...env } });
  child.stdout.resume();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: Number(code), said };
}
