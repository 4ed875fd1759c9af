import { spawn } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import { report } from '@sheetwire/contract/reports';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openReport, signedIn } from '../live/viewer-page.ts';
import { openChromium } from '../support/chromium.ts';
import { upToDate } from '../support/up-to-date.ts';
import { installed, type LibreOffice, removed, startLibreOffice } from './office/libre-office.ts';
import { type OfficeRig, officeRig, writer } from './office/office-rig.ts';

const topic = 'DEMO/OFFICE/HANDED';
const within = { timeout: 60_000 };
const program = join(import.meta.dirname, '../../apps/cli/bin/sheetwire.js');
const packageFolder = join(import.meta.dirname, '../../clients/python/src');
let rig: OfficeRig;
let folder: string;
let profile: string;
let office: LibreOffice;
let browser: Browser;
/** Portal, LibreOffice and browser start side by side with those of other files. */
const patience = 180_000;
beforeAll(async () => {
  rig = await officeRig();
  await rig.prepare(topic);
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-handed-'));
  profile = await installed();
  office = await startLibreOffice(profile, rig.env);
  browser = await openChromium();
}, patience);
afterAll(async () => {
  await browser.close();
  await office.stop();
  await rig.portal.stop();
  await removed(profile);
  await rm(folder, { recursive: true });
});

/** What a viewer had before the eyes: who publishes, a number, twice the number, and the words of the status. */
type Seen = readonly [by: string, number: string, twice: string, status: string];

/** Notes every state of the three cells and of the status from now on, whatever changed it. */
async function watched(page: Page): Promise<() => Promise<Seen[]>> {
  await page.evaluate(() => {
    const seen: string[][] = [];
    Object.assign(globalThis, { seen });
    const box = document.querySelector('[data-testid="report"]');
    const root = box?.shadowRoot ?? [...(box?.querySelectorAll('*') ?? [])].find((one) => one.shadowRoot)?.shadowRoot;
    const look = () => {
      const cells = ['A1', 'B1', 'C1'].map((name) => root?.querySelector(`[data-cell="${name}"]`)?.textContent ?? '');
      const state = [...cells, document.querySelector('.chip')?.textContent ?? ''];
      if (JSON.stringify(state) !== JSON.stringify(seen.at(-1))) seen.push(state);
    };
    const observer = new MutationObserver(look);
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    for (const place of [document, root]) if (place) observer.observe(place, all);
    look();
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'seen'));
}

/** Starts the command line on a file that is saved again and again. */
async function followedFile(): Promise<(n: number) => Promise<void>> {
  const file = join(folder, 'Desk.csv');
  const save = async (n: number) => {
    await writeFile(`${file}.tmp`, `CLI,${n},${2 * n}\n`);
    await rename(`${file}.tmp`, file);
  };
  await save(1);
  const place = ['--to', topic, '--server', rig.portal.url, '--token-env', 'KEY'];
  const child = spawn(process.execPath, [program, 'publish', file, '--watch', ...place], {
    env: { ...process.env, KEY: rig.env.SHEETWIRE_KEY },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return async (n) => (n === 0 ? void child.kill('SIGINT') : save(n));
}

test('a viewer of a report that goes from the command line to LibreOffice to Python sees each version, whole and in order', async () => {
  const save = await followedFile();
  await expect.poll(async () => (await rig.shown(topic)).textOf('A1'), within).toBe('CLI');
  const context = await signedIn(browser, rig.portal.url, { user: writer, password: rig.portal.password });
  const page = await openReport(context, rig.portal.url, topic);
  // The report shows before the page around it knows how it stands.
  await page
    .locator('.chip')
    .getByText(/^(Published|Live)/)
    .waitFor();
  const seen = await watched(page);
  const sees = (by: string, n: number) =>
    expect.poll(async () => (await seen()).at(-1)?.slice(0, 3), within).toEqual([by, String(n), String(2 * n)]);
  const stands = async () => (await rig.viewer(publishingReport, { topic, most: 1 })).publisher;
  for (const n of [2, 3, 4]) {
    await save(n);
    await sees('CLI', n);
  }
  expect(await stands()).toBe('none');

  // The workbook is opened elsewhere and goes live: the file is left alone from here on.
  await save(0);
  await office.run(`
book = open_book()
sheet = book.Sheets.getByIndex(0)
sheet.setName("Desk")
sheet.getCellRangeByName("A1:B1").setDataArray((("Office", 5.0),))
cell(book, ".C1").setFormula("=B1*2")
book.getDocumentProperties().getUserDefinedProperties().addProperty("Sheetwire.Report", 128, "${topic}")
job(book, "live")`);
  await sees('Office', 5);
  for (const n of [6, 7, 8]) {
    await office.run(`cell(book, ".B1").setValue(${n})`);
    await sees('Office', n);
  }
  await page.locator('.chip').getByText('Live', { exact: true }).waitFor();
  expect(await stands()).toBe('connected');

  const python = spawn('/usr/bin/python3', ['-c', handedOn], {
    env: { ...process.env, ...rig.env, PYTHONPATH: packageFolder, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  onTestFinished(() => void python.kill('SIGKILL'));
  await sees('Python', 9);
  await expect
    .poll(() => office.run('answer = job(book, "status")["words"]'), within)
    .toBe(`Live ended: Another publisher has taken over ${topic}`);
  await office.run('cell(book, ".B1").setValue(1000)');
  for (const n of [10, 11, 12]) {
    python.stdin.write(`${n}\n`);
    await sees('Python', n);
  }
  expect(await stands()).toBe('connected');
  python.stdin.end();

  // Nothing in between was lost or mixed, and the status never spoke of another state than that of the line.
  const cells = (await seen()).map((state) => state.slice(0, 3).join(' '));
  const steps = cells.filter((state, n) => state !== cells[n - 1]);
  const by = (name: string, from: number) => [0, 1, 2, 3].map((n) => `${name} ${from + n} ${2 * (from + n)}`);
  expect(steps).toEqual([...by('CLI', 1), ...by('Office', 5), ...by('Python', 9)]);
  // A file that is saved now and then has an age, or a beat; what holds a line is live at once.
  for (const [name, , , status] of await seen()) {
    expect(status).toMatch(name === 'CLI' ? upToDate : /^Live$/);
  }
  const { version = 0 } = await rig.viewer(report, { topic, returnReport: true });
  // One after the other: one caller looks at few moments at once.
  const kept: string[] = [];
  for (let at = version - steps.length + 1; at <= version; at++) {
    const { pages = [] } = await rig.viewer(report, { topic, returnReport: true, at });
    kept.push(['A1', 'B1', 'C1'].map((cell) => textIn(pages[0] ?? '', cell)).join(' '));
  }
  expect(kept).toEqual(steps);
});

function textIn(page: string, address: string): string | undefined {
  return new RegExp(`data-cell="${address}"[^>]*>(.*?)</t[dh]>`).exec(page)?.[1];
}

/** Publishes the whole report, then cells: one change, one version. */
const handedOn = `
import sys
import sheetwire as sw

with sw.live("${topic}") as report:
    report.publish({"Desk": [["Python", 9, 18]]})
    report.flush()
    for line in sys.stdin:
        n = int(line)
        report["Desk"].update({"B1": n, "C1": 2 * n})
        report.flush()
`;
