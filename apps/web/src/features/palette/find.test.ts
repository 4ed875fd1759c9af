import { expect, test } from 'vitest';
import type { PaletteAction } from './actions.ts';
import { type FoundGroup, find, type Searched, soughtOf } from './find.ts';

const topics = ['DEMO/DESK/DAILY', 'DEMO/DESK/WEEK+END', 'DEMO/RATES/CURVES', 'EQ/DESK/CORPORATE RATES'];

function action(text: string, rest: Partial<PaletteAction> = {}): PaletteAction {
  return { id: text, text, icon: 'dot', run: () => undefined, ...rest };
}

function searched(rest: Partial<Searched> = {}): Searched {
  return { reports: soughtOf(topics, 'DEMO'), recents: [], actions: [], current: undefined, ...rest };
}

const texts = (groups: readonly FoundGroup[]) =>
  groups.map(({ name, items }) => [name, ...items.map(({ text, note }) => (note ? `${text} (${note})` : text))]);

test('before anything is typed recents but the open one come first, then other reports, then pages and actions', () => {
  const recents = ['DEMO/RATES/CURVES', 'DEMO/DESK/DAILY'];
  const actions = [
    action('Positions', { group: 'Pages' }),
    action('Compare'),
    action('2026-11-19', { isFoundOnly: true }),
  ];
  expect(texts(find(searched({ recents, actions, current: 'DEMO/DESK/DAILY' }), ' '))).toEqual([
    ['Recent', 'RATES/CURVES'],
    ['Reports', 'DESK/DAILY (open now)', 'DESK/WEEK+END', 'EQ/DESK/CORPORATE RATES'],
    ['Pages', 'Positions'],
    ['Actions', 'Compare'],
  ]);
});

test('thousands of reports do not come between the first ones and what can be done', () => {
  const many = Array.from({ length: 1000 }, (_, n) => `DEMO/DESK/R${n}`);
  const groups = find(searched({ reports: soughtOf(many, 'DEMO'), actions: [action('Compare')] }), '');
  expect(groups.map(({ name, items }) => [name, items.length])).toEqual([
    ['Reports', 20],
    ['Actions', 1],
    ['More reports', 980],
  ]);
  const found = groups.flatMap(({ items }) => items).filter(({ target }) => target.kind === 'report');
  expect(new Set(found.map(({ id }) => id)).size).toBe(1000);
});

test('a recent report that may not be viewed any more is not listed', () => {
  expect(texts(find(searched({ recents: ['DEMO/DESK/GONE'] }), ''))[0]?.[0]).toBe('Reports');
  expect(find(searched({ recents: ['DEMO/DESK/GONE'] }), 'gone')).toEqual([]);
});

test('what is typed finds reports, recents before others that fit as well, shorter names before longer', () => {
  expect(texts(find(searched(), 'rates'))).toEqual([['Reports', 'RATES/CURVES', 'EQ/DESK/CORPORATE RATES']]);
  const recents = ['EQ/DESK/CORPORATE RATES'];
  expect(texts(find(searched({ recents }), 'rates'))).toEqual([
    ['Reports', 'EQ/DESK/CORPORATE RATES (recent)', 'RATES/CURVES'],
  ]);
});

test('the group of the best match leads', () => {
  const actions = [action('Download'), action('Weekly', { group: 'Pages' })];
  expect(texts(find(searched({ actions }), 'down')).map(([name]) => name)).toEqual(['Actions']);
  expect(texts(find(searched({ actions }), 'week')).map(([name]) => name)).toEqual(['Pages', 'Reports']);
});

test('an action is found by its other words too, which are not marked', () => {
  const actions = [action('Download', { also: 'excel csv' })];
  expect(find(searched({ actions }), 'excel')[0]?.items[0]).toMatchObject({ text: 'Download', marks: [] });
  expect(find(searched({ actions }), 'xce')).toEqual([]);
  expect(find(searched({ actions }), 'load')[0]?.items[0]).toMatchObject({ marks: [4, 5, 6, 7] });
});

test('the key of an action stands at its end', () => {
  expect(texts(find(searched({ actions: [action('Pause', { key: 'p' })] }), 'pause'))).toEqual([
    ['Actions', 'Pause (P)'],
  ]);
});
