import { cleanPage } from '@sheetwire/server/report/clean/clean-page';
import { cleanStyle } from '@sheetwire/server/report/clean/css/css';
import { CleanRefusal } from '@sheetwire/server/report/clean/refusal';
import { hostileMarkup, hostileStyle, publicVectors } from '@sheetwire/server/report/clean/test-markup';
import { decodePage, encodePage } from '@sheetwire/server/report/packed/decode';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isSoak } from '../support/soak.ts';
import { areHarmlessLooks, missing, provoke, readBack } from './in-page.ts';
import { openTestSite, type TestSite } from './test-site.ts';

const CAP = 1_000_000;
const BATCH = 500;
const RAW_STYLES = ['color:red}*{color:blue', 'background:url(x)', 'position:fixed'];
const RANDOM_PAGES = isSoak ? 10_000 : 2000;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
beforeEach(() => site.renew());
afterAll(() => site.close());

const vectors = publicVectors();
const attacks = vectors.filter(({ kind }) => kind === 'attack');

/** The cleaned page as a viewer gets it; undefined when it is refused as text that cannot be kept. */
function published(html: string): string | undefined {
  try {
    return cleanPage(decodePage(html, CAP)).html;
  } catch (error) {
    if (error instanceof CleanRefusal && error.code === 'bad_text') return undefined;
    throw error;
  }
}

async function expectHarmless(id: string, html: string): Promise<void> {
  const deeds = await site.page.evaluate(provoke, html);
  expect({ id, ...deeds, incidents: site.incidents() }).toEqual({
    id,
    scripts: [],
    overlays: [],
    names: [],
    incidents: [],
  });
}

describe.runIf(vectors.length > 0)('the public strings', () => {
  test('plain, an attack runs nothing, asks no other host and covers nothing, with no policy on the page', async () => {
    for (const { id, html } of attacks) await expectHarmless(id, published(html) ?? '');
  });

  test('packed, an attack is the same page', () => {
    for (const { html } of attacks) expect(published(encodePage(html))).toBe(published(html));
  });

  test('packed twice, an attack is refused', () => {
    for (const { html } of attacks) {
      expect(() => decodePage(encodePage(encodePage(html)), CAP)).toThrow('not valid base64 gzip');
    }
  });

  test('a harmless page keeps what it shows', async () => {
    for (const { id, html, expect: wanted = [], kind } of vectors) {
      if (kind !== 'benign') continue;
      const faults = await site.page.evaluate(missing, { html: published(html) ?? '', wanted });
      expect({ id, faults }).toEqual({ id, faults: [] });
    }
  });

  test('the browser reads every cleaned page as the tree that was written', async () => {
    await expectSameTrees(vectors.map(({ html }) => published(html) ?? ''));
  });
});

test('the browser reads cleaned random pages as the trees that were written', async () => {
  const strings = vectors.map(({ html }) => html).filter((html) => !html.includes('\0'));
  const pages = fc.sample(hostileMarkup(strings), RANDOM_PAGES).map((html) => cleanPage(html).html);
  for (let from = 0; from < pages.length; from += BATCH) await expectSameTrees(pages.slice(from, from + BATCH));
});

test('a cleaned style is one rule that calls nothing and ends where it should', async () => {
  const styles = fc.sample(hostileStyle, RANDOM_PAGES).map(cleanStyle);
  const read = await site.page.evaluate(areHarmlessLooks, styles);
  expect(styles.filter((_, n) => read[n] !== true)).toEqual([]);
  expect(new Set(styles).size).toBeGreaterThan(100);
  expect(await site.page.evaluate(areHarmlessLooks, RAW_STYLES)).toEqual([false, false, false]);
});

test('what the checks look for is found in pages that are not cleaned', async () => {
  const ran = await site.page.evaluate(provoke, '<img src=x onerror="1">');
  expect(ran.scripts.join()).toContain('script-src');
  await site.page.evaluate(provoke, '<img src="http://elsewhere.example/x.png">');
  const told: string[] = [];
  await expect
    .poll(() => {
      told.push(...site.incidents());
      return told;
    })
    .toEqual(['http://elsewhere.example/x.png']);
  const clobbers = await site.page.evaluate(provoke, '<a id=x></a><p name=y style="position:fixed;inset:0">z</p>');
  expect(clobbers.names).toHaveLength(4);
  expect(clobbers.overlays.join()).toContain('position:fixed');
  const links = await site.page.evaluate(provoke, '<a href="javascript:1">x</a>');
  expect(links.scripts.join()).toContain('javascript:');
});

async function expectSameTrees(pages: readonly string[]): Promise<void> {
  const read = await site.page.evaluate(readBack, pages);
  for (const [n, html] of pages.entries()) expect(read[n]).toEqual([html, html, html]);
}
