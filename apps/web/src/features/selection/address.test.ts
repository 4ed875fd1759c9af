import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';
import { isViewerPath } from './viewer-path.ts';

const parse = (address: string) => parseAddress(new URL(address, 'https://portal.example'));

test('the path form and the query form say the same', () => {
  const path = parse('/acme/rates/daily%20pnl/2026-11-19?settings=true&paused=true#p&l');
  const query = parse('/?entity=acme&group=rates&report=daily+pnl&date=20261119&settings=true&paused=true#P%26L');
  expect(path).toEqual(query);
  expect(path).toEqual({
    entity: 'ACME',
    group: 'RATES',
    report: 'DAILY PNL',
    date: '2026-11-19',
    settings: true,
    isPaused: true,
    compare: undefined,
    tab: 'p&l',
  });
});

test('remote mode reads the same address', () => {
  expect(parse('/remote/ACME/RATES/DAILY')).toEqual(parse('/ACME/RATES/DAILY'));
});

test('a date after the report name is the date', () => {
  expect(parse('/ACME/RATES/DAILY.20261119')).toMatchObject({ report: 'DAILY', date: '2026-11-19' });
  expect(parse('/ACME/RATES/DAILY.VERSION 2')).toMatchObject({ report: 'DAILY.VERSION 2', date: undefined });
  expect(parse('/ACME/RATES/DAILY.V2')).toMatchObject({ report: 'DAILY.V2', date: undefined });
});

test('a bad date and one before 1900-02-01 are ignored', () => {
  expect(parse('/ACME/RATES/DAILY/2026-13-01').date).toBeUndefined();
  expect(parse('/ACME/RATES/DAILY/19000131').date).toBeUndefined();
  expect(parse('/ACME/RATES/DAILY/1900-02-01').date).toBe('1900-02-01');
});

test('a date beside a path is the date when the path has none', () => {
  expect(parse('/ACME/RATES/DAILY?date=20261118').date).toBe('2026-11-18');
  expect(parse('/ACME/RATES/DAILY/2026-11-19?date=2026-11-18').date).toBe('2026-11-19');
  expect(parse('/ACME/RATES/DAILY.20261119?date=2026-11-18').date).toBe('2026-11-19');
});

test('true and false count as a spreadsheet writes them', () => {
  expect(parse('/ACME/RATES/DAILY?settings=FALSE&paused=True')).toMatchObject({ settings: false, isPaused: true });
  expect(parse('/ACME/RATES/DAILY?settings=yes&paused=1')).toMatchObject({ settings: undefined, isPaused: false });
});

test('a moment is a time with its zone or a version; a day and a comparison win over it', () => {
  const moment = (text: string) => parse(`/ACME/RATES/DAILY?at=${text}`).at;
  expect(moment('2026-11-23T14:32:05Z')).toBe('2026-11-23T14:32:05.000Z');
  expect(moment('2026-11-23T15:32:05+01:00')).toBe('2026-11-23T14:32:05.000Z');
  expect(moment('1240')).toBe(1240);
  expect(['0', '14:32', '2026-02-31T25:00:00Z', ''].map(moment)).toEqual([undefined, undefined, undefined, undefined]);
  for (const text of ['14:32', '2026-11-20'])
    expect(parse(`/ACME/RATES/DAILY?at=${text}`).ignored).toEqual({ place: 'at', text });
  expect(parse('/ACME/RATES/DAILY?date=1899-12-31&at=14:32').ignored).toEqual({ place: 'date', text: '1899-12-31' });
  expect(parse('/ACME/RATES/DAILY/2026-11-19?at=1240')).toMatchObject({ at: undefined, date: '2026-11-19' });
  expect(parse('/ACME/RATES/DAILY?at=1240&compare=2026-11-19').at).toBeUndefined();
  expect(formatAddress(parse('/ACME/RATES/DAILY?at=2026-11-23T14:32:05Z'))).toBe(
    '/ACME/RATES/DAILY?at=2026-11-23T14:32:05Z',
  );
});

test('a report is compared with live, a day or a moment, and with nothing else', () => {
  expect(parse('/ACME/RATES/DAILY/2026-11-19?compare=Live').compare).toBe('live');
  expect(parse('/ACME/RATES/DAILY?compare=20261118').compare).toBe('2026-11-18');
  expect(parse('/ACME/RATES/DAILY?compare=2026-13-01').compare).toBeUndefined();
  const moments = '/ACME/RATES/DAILY?compare=2026-11-23T14:32:05Z..2026-11-23T14:40:00.250Z';
  expect(parse(moments).compare).toBe('2026-11-23T14:32:05.000Z..2026-11-23T14:40:00.250Z');
  expect(formatAddress(parse(moments))).toBe(moments);
  expect(parse('/ACME/RATES/DAILY?compare=2026-11-23T15:32:05%2B01:00').compare).toBe('2026-11-23T14:32:05.000Z');
  for (const none of ['live..live', '2026-11-23T14:32:05Z..', '..', 'live..2026-11-18..live', '1240'])
    expect([none, parse(`/ACME/RATES/DAILY?compare=${none}`).compare]).toEqual([none, undefined]);
  expect(formatAddress(parse('/acme/rates/daily?compare=20261118#limits'))).toBe(
    '/ACME/RATES/DAILY?compare=2026-11-18#limits',
  );
});

test('names that are none are dropped', () => {
  expect(parse('/?entity=__proto__&group=%00&report=%E0%A4%A')).toMatchObject({ group: '' });
  expect(parse('/api/v1/x').entity).toBe('');
  expect(parse('/%E0%A4%A/B/C').entity).toBe('');
});

test('home, reports and snapshots are the viewer, other pages are not', () => {
  expect(['/', '/remote', '/A/B/C', '/A/B/C/20261119', '/remote/A/B/C'].every(isViewerPath)).toBe(true);
  expect(['/admin', '/admin/users', '/A/B/C/D/E'].some(isViewerPath)).toBe(false);
});

test('every address that is written reads back the same', () => {
  const name = fc
    .stringMatching(/^[A-Z0-9][A-Z0-9 ._&()+#@'-]{0,8}[A-Z0-9]$/)
    .map((text) => text.replace(/ +/g, ' '))
    .filter((text) => !/\.[^.]*\d{4}/.test(text));
  const address = fc.record({
    entity: name.map((text) => `E${text}`),
    group: name,
    report: name,
    date: fc.constantFrom(undefined, '2026-11-19'),
    settings: fc.constantFrom(undefined, true, false),
    isPaused: fc.boolean(),
    compare: fc.constantFrom(undefined, 'live', '2026-11-18', '2026-11-18T09:00:00.000Z..live'),
    at: fc.constantFrom(undefined, 1240, '2026-11-23T14:32:05.000Z', '2026-11-23T14:32:05.120Z'),
    tab: fc.constantFrom('', 'p&l', 'month-to-date', '100%', 'a/b?c#d'),
  });
  fc.assert(
    fc.property(address, (written) => {
      const { date, compare, at } = written;
      expect(parse(formatAddress(written))).toEqual({ ...written, at: (date ?? compare) ? undefined : at });
    }),
  );
});
