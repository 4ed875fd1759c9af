import type { FigureAddress } from '@sheetwire/contract/verify/address';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { verdictOf } from './verify-words.ts';

const address: FigureAddress = {
  topic: branded<'Topic'>('DEMO/DESK/DAILY'),
  version: 812,
  page: 'Positions',
  cell: 'B7',
  text: '1,234.57',
};
const answer = {
  state: 'signed',
  version: 812,
  utc: '2026-11-23T14:32:05.000Z',
  by: 'DEMO/bot',
  newestVersion: 900,
  newestUtc: '2026-11-23T15:00:00.000Z',
} as const;
const figure = { page: 'Positions', cell: 'B7', is: 'confirmed', text: '1,234.57', now: '1,250.00' } as const;
const at = (utc: string) => utc.slice(0, 16);
const said = (more: object, figures: readonly object[] = [], where: Partial<FigureAddress> = {}) => {
  const told = { ...answer, figures: figures.map((one) => ({ ...figure, ...one })), ...more };
  const { title, words, now } = verdictOf({ address: { ...address, ...where }, answer: told, at });
  return [title, words, now];
};
const by = 'published by DEMO/bot on 2026-11-23T14:32';
const of = 'in version 812 of DEMO/DESK/DAILY';

test('a figure that was published is confirmed, with what it is now', () => {
  const was = `B7 on Positions was 1,234.57 ${of}, ${by}.`;
  expect(said({}, [{}])).toEqual(['Confirmed', was, 'It is now 1,250.00, in version 900.']);
  expect(said({}, [{ is: 'told', now: '1,234.57' }])).toEqual([
    'Confirmed',
    was,
    'It is still the same in version 900.',
  ]);
  expect(said({}, [{ now: null }])[2]).toBe('The cell is no longer in the report.');
  expect(said({ newestVersion: 812 }, [{}])[2]).toBe('This is the newest version.');
});

test('another figure, and one that was not there, are not confirmed', () => {
  expect(said({}, [{ is: 'different' }], { text: '9,999.99' })).toEqual([
    'Not confirmed',
    `B7 on Positions was 1,234.57 ${of}, ${by}. The figure you have is 9,999.99.`,
    'It is now 1,250.00, in version 900.',
  ]);
  expect(said({}, [{ is: 'different', text: '', now: '' }], { text: '1' })[1]).toContain('was empty in version 812');
  expect(said({}, [{ is: 'missing', text: null }])).toEqual([
    'Not confirmed',
    `There was no B7 on Positions ${of}, ${by}.`,
    '',
  ]);
});

test('words stand in quotes, figures do not', () => {
  expect(said({}, [{ text: 'Rates desk, daily', now: '(1,234.5)%' }])).toEqual([
    'Confirmed',
    `B7 on Positions was “Rates desk, daily” ${of}, ${by}.`,
    'It is now (1,234.5)%, in version 900.',
  ]);
  expect(said({}, [{ is: 'different' }], { text: 'n/a' })[1]).toContain('The figure you have is “n/a”.');
});

test('a version alone is confirmed, and one that cannot be is told with the reason', () => {
  expect(said({})).toEqual([
    'Confirmed',
    `Version 812 of DEMO/DESK/DAILY was ${by}. It is stored as it was published.`,
    'The newest is version 900, published on 2026-11-23T15:00.',
  ]);
  const why = (state: string, more = {}) => said({ state, utc: null, by: '', ...more });
  expect(why('changed')[1]).toContain('is no longer stored as it was published');
  expect(why('otherkey')[1]).toContain('a key that this server does not have');
  expect(why('unsigned')[1]).toContain('was published before figures were signed');
  expect(why('gone')).toEqual(['Not confirmed', 'Version 812 of DEMO/DESK/DAILY is no longer kept.', '']);
  expect(why('gone', { newestVersion: 7 })[1]).toBe('DEMO/DESK/DAILY has no version 812. The newest is version 7.');
  expect(why('none')).toEqual(['No access', 'DEMO/DESK/DAILY not found, or you have no access.', '']);
});
