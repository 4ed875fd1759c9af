import { limits } from '@sheetwire/contract/limits';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LineMode, LineProxy } from '../support/line-proxy.ts';
import type { Portal } from '../support/portal.ts';
import { browserRig } from '../support/portal-rig.ts';
import { oneOf } from '../support/soak.ts';
import { way } from '../support/ways.ts';
import { cell, openReport, signedIn } from './viewer-page.ts';

const topic = 'DEMO/DESK/LIVE';
const user = 'DEMO/viewer';
/** Versions that a viewer misses during an outage. */
const missed = 20;
/** What lies between browser and portal when nothing is wrong. */
const usual: LineMode = way.isPolling ? 'blocking' : 'open';

let portal: Portal;
let browser: Browser;
let password: string;
let proxy: LineProxy;
let context: BrowserContext;
let version = 0;

browserRig(async (rig) => {
  ({ portal, browser } = rig);
  password = await portal.addUser(user);
});

beforeEach(async () => {
  version = await publishAnew();
  proxy = await LineProxy.open(portal.url);
  proxy.become(usual);
  context = await signedIn(browser, proxy.url, { user, password });
});

afterEach(async () => {
  await context.close();
  await proxy.close();
});

async function publishAnew(): Promise<number> {
  const { call } = await portal.publisher('DEMO/publisher');
  const html = `<table><tbody><tr><td data-cell="A1">first ${version}</td><td data-cell="B1">two</td></tr></tbody></table>`;
  return (await call(publishReport, { topic, pages: [{ name: 'Prices', html }] })).version;
}

async function publishCell(text: string): Promise<void> {
  const { call } = await portal.publisher('DEMO/publisher');
  const cells = [{ page: 'Prices', cell: 'A1', html: text }];
  version = (await call(publishCells, { topic, baseVersion: version, cells })).version;
}

function expectCell(page: Page, text: string) {
  return expect.poll(() => cell(page, 'A1').textContent()).toBe(text);
}

function expectStatus(page: Page, words: string) {
  return page.getByText(words, { exact: true }).first().waitFor();
}

test('two tabs share one stream, which ends with the last of them', async () => {
  // Who cannot share has one each, and who gets none lives on polls.
  const [ofTwo, ofOne] = way.isPolling ? [0, 0] : way.isOldBrowser || way.isMobile ? [2, 1] : [1, 1];
  const one = await openReport(context, proxy.url, topic);
  const two = await openReport(context, proxy.url, topic);
  await publishCell('for both');
  await Promise.all([expectCell(one, 'for both'), expectCell(two, 'for both')]);
  await expect.poll(() => proxy.openStreams).toBe(ofTwo);
  if (!way.isPolling) expect(proxy.streamCount).toBe(ofTwo);
  await one.close();
  await publishCell('for the other');
  await expectCell(two, 'for the other');
  await expect.poll(() => proxy.openStreams).toBe(ofOne);
  await two.close();
  await expect.poll(() => proxy.openStreams).toBe(0);
});

/** Resolves once the page has its stream; it never has one where none comes through. */
async function expectLine(): Promise<void> {
  if (way.isPolling) expect(proxy.watches).toBe(0);
  else await expect.poll(() => proxy.watches).toBeGreaterThan(0);
}

test('a viewer with a stream does not poll', async () => {
  const page = await openReport(context, proxy.url, topic);
  await expectLine();
  await publishCell('by delta 0');
  await expectCell(page, 'by delta 0');
  const before = proxy.fetches;
  for (let n = 1; n <= 10; n++) {
    await publishCell(`by delta ${n}`);
    await expectCell(page, `by delta ${n}`);
  }
  expect(proxy.fetches - before).toBeGreaterThanOrEqual(way.isPolling ? 10 : 0);
  const long = 'by a long delta '.repeat(2000).trim();
  await publishCell(long);
  await expectCell(page, long);
  if (!way.isPolling) expect([proxy.fetches, proxy.streamEncoding]).toEqual([before, 'gzip']);
  await expectStatus(page, 'Live');
});

test('a dead line is told in words, and resumes by deltas', async () => {
  const page = await openReport(context, proxy.url, topic);
  await publishCell('before');
  await expectCell(page, 'before');
  proxy.become('dead');
  await expectStatus(page, 'Disconnected');
  for (let n = 0; n < missed; n++) await publishCell(`missed ${n}`);
  expect(await cell(page, 'A1').textContent()).toBe('before');
  await publishCell('newest');
  const before = proxy.fetches;
  proxy.become(usual);
  await expectCell(page, 'newest');
  await expectStatus(page, 'Live');
  // A machine that takes longer than the stream's head start to open it may look once meanwhile.
  if (!way.isPolling) expect(proxy.fetches - before).toBeLessThanOrEqual(1);
  await expect.poll(() => proxy.openStreams).toBe(way.isPolling ? 0 : 1);
});

for (const mode of oneOf(2, ['blocking', 'buffering'] as const)) {
  test(`behind a ${mode} proxy the viewer polls, and moves to the stream once it can be had`, async () => {
    proxy.become(mode);
    const page = await openReport(context, proxy.url, topic);
    await publishCell('by a poll');
    await expectCell(page, 'by a poll');
    await expect.poll(() => proxy.streamCount).toBeGreaterThan(0);
    await expect.poll(() => proxy.openStreams).toBe(0);
    expect(proxy.watches).toBe(0);
    await publishCell('by a later poll');
    await expectCell(page, 'by a later poll');
    await expectStatus(page, 'Live');
    proxy.become('open');
    await expect.poll(() => proxy.watches, { timeout: 2 * limits.streamRetry.muted.most }).toBeGreaterThan(0);
    expect(proxy.openStreams).toBe(1);
    await publishCell('by the stream');
    await expectCell(page, 'by the stream');
    const before = proxy.fetches;
    await publishCell('without a poll');
    await expectCell(page, 'without a poll');
    expect(proxy.fetches).toBe(before);
  });
}

test('a server that was killed is found again without a reload', async () => {
  const page = await openReport(context, proxy.url, topic);
  await publishCell('before');
  await expectCell(page, 'before');
  await portal.kill();
  await portal.restart();
  await publishCell('after');
  await expectCell(page, 'after');
  await expectStatus(page, 'Live');
});
