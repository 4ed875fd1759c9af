import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { parseFigureAddress } from './address.ts';
import { figurePath } from './path.ts';

const topic = branded<'Topic'>('ACME/RATES & MORE/DAILY');

test('an address names report, version, page, cell and figure, whatever is in their names', () => {
  for (const page of ['Positions', 'P&L 100%', 'a!b=c#d', 'Übersicht', '']) {
    for (const text of ['1,234.57', '50% = half', '', '−12 €', undefined]) {
      const path = figurePath({ topic, version: 812, page, cell: 'B7', ...(text !== undefined && { text }) });
      const url = new URL(path, 'https://portal.example');
      expect(parseFigureAddress(url)).toEqual({ topic, version: 812, page, cell: 'B7', text });
    }
  }
  expect(figurePath({ topic: 'A/B/C', version: 7 })).toBe('/v/A/B/C/7');
  expect(figurePath({ topic: 'A/B/C', version: 7, page: 'P', cell: 'B7' })).toBe('/v/A/B/C/7#P!B7');
});

test('what is no address of a figure is none, and a cell alone is on the first page', () => {
  const parse = (path: string) => parseFigureAddress(new URL(path, 'https://portal.example'));
  for (const path of ['/v/A/B/C', '/v/A/B/C/x', '/v/A/B/7', '/A/B/C/7', '/v/A/B/C/0', '/v/A/[ALL]/C%00/7x']) {
    expect([path, parse(path)]).toEqual([path, undefined]);
  }
  expect(parse('/remote/v/a/b/c/7/#b7')).toEqual({ topic: 'A/B/C', version: 7, page: '', cell: 'b7', text: undefined });
  expect(parse('/v/A/B/C/7#%zz!B7=%')).toMatchObject({ page: '%zz', text: '%' });
});
