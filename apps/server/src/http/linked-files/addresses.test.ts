import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { linkedFileAddress, linkedFileName, topicAt } from './address.ts';
import { byteRange } from './byte-range.ts';
import { dispositionOf, fileTypeOf } from './file-type.ts';

test('a name that hides, climbs or cannot be stored is none', () => {
  const good = ['a.png', 'Plan 1 (final).pdf', 'Größe_é.csv', '日報.xlsx', "O'Neil #2.txt"];
  expect(good.map(linkedFileName)).toEqual(good);
  const bad = ['', '.', '..', '.env', 'a.', ' a', 'a/b', 'a\\b', 'a\0', 'a\nb', 'a"b', 'a<b', 'a;b', 'a%2e', '\ud800'];
  expect(bad.map(linkedFileName)).toEqual(bad.map(() => undefined));
  expect(linkedFileName('x'.repeat(121))).toBeUndefined();
});

test('a plus is a space unless a report has one in its name', () => {
  const parts = { entity: 'acme', group: 'RATES', report: 'A+B' };
  const plus = branded<'Topic'>('ACME/RATES/A+B');
  expect(topicAt(parts, () => false)).toBe('ACME/RATES/A B');
  expect(topicAt(parts, (topic) => topic === plus)).toBe(plus);
  expect(topicAt({ ...parts, report: 'A,B' }, () => true)).toBeUndefined();
  expect(topicAt({ ...parts, report: '..' }, () => true)).toBeUndefined();
  expect(linkedFileAddress(plus, 'a b.png')).toBe('/linkedfiles/ACME/RATES/A%2BB/a%20b.png');
});

test('however many spaces of whatever kind an address has, it names the report of that name', () => {
  const topic = 'ACME/RATES/A B';
  for (const report of ['a  b', 'a+++b', 'A \u00a0B ', 'A\u3000B', 'A\tB'])
    expect(topicAt({ entity: ' acme', group: 'rates ', report }, () => false)).toBe(topic);
  expect(topicAt({ entity: 'acme', group: 'rates', report: 'A\u200b B' }, () => true)).toBeUndefined();
});

test('only pictures and PDF are shown, all else is saved, and a name stays within its header', () => {
  const kinds = ['a.png', 'a.JPG', 'a.pdf', 'a.svg', 'a.html', 'a.xhtml', 'a', 'png', 'a.png.html'].map(fileTypeOf);
  expect(kinds.map(({ isShown }) => isShown)).toEqual([true, true, true, false, false, false, false, true, false]);
  expect(kinds[3]?.type).toBe('application/octet-stream');
  expect(dispositionOf("Größe 'x'.html")).toBe(
    'attachment; filename="Gr__e _x_.html"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20%27x%27.html',
  );
});

test('a range is within the file, or there is none', () => {
  expect(byteRange('bytes=0-1', 10)).toEqual({ from: 0, to: 1 });
  expect(byteRange('bytes=8-99', 10)).toEqual({ from: 8, to: 9 });
  expect(byteRange('bytes=-3', 10)).toEqual({ from: 7, to: 9 });
  expect(byteRange('bytes=-30', 10)).toEqual({ from: 0, to: 9 });
  expect(byteRange('bytes=4-', 10)).toEqual({ from: 4, to: 9 });
  expect([byteRange('bytes=10-', 10), byteRange('bytes=-0', 10), byteRange('bytes=0-', 0)]).toEqual(
    Array(3).fill('none'),
  );
  for (const other of [undefined, '', 'bytes=', 'bytes=-', 'bytes=0-1,3-4', 'items=0-1', 'bytes=5-2']) {
    expect(byteRange(other, 10)).toBeUndefined();
  }
});
