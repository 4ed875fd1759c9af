import { expect, test } from 'vitest';
import { entityOf, groupOf, isReportGropic, isReservedGroup, parseGropic } from './gropic.ts';
import {
  formatDatedTopic,
  gropicOf,
  groupOfTopic,
  isDated,
  parseDatedTopic,
  parseTopic,
  whyNoGropic,
  whyNoTopic,
} from './topic.ts';

test('a topic is three parts in upper case', () => {
  expect(parseTopic('acme/Rates/daily pnl')).toBe('ACME/RATES/DAILY PNL');
  for (const text of ['ACME/RATES', 'ACME/RATES/A/B', '', '//', 'ACME//DAILY'])
    expect(parseTopic(text)).toBeUndefined();
});

test('14 characters that end in a dot and 8 digits from 2 are dated', () => {
  expect(isDated('A/B/C.20261119')).toBe(true);
  expect(isDated('A/BC.20261119')).toBe(false);
  expect(isDated('ACME/RATES/C.10261119')).toBe(false);
});

test('a dated topic splits and joins again', () => {
  const dated = parseDatedTopic('ACME/RATES/DAILY.20261119');
  expect(dated).toEqual({ topic: 'ACME/RATES/DAILY', date: '2026-11-19' });
  expect(dated && formatDatedTopic(dated)).toBe('ACME/RATES/DAILY.20261119');
  expect(parseDatedTopic('ACME/RATES/DAILY')).toEqual({ topic: 'ACME/RATES/DAILY', date: undefined });
});

test('a date that is no day makes no topic', () => {
  expect(parseDatedTopic('ACME/RATES/DAILY.20261350')).toBeUndefined();
});

test('a day before 2000 may be asked for, though no snapshot is so old', () => {
  expect(parseDatedTopic('ACME/RATES/DAILY.19991231')).toEqual({ topic: 'ACME/RATES/DAILY', date: '1999-12-31' });
  expect(parseDatedTopic('ACME/RATES/DAILY.19000131')).toEqual({ topic: 'ACME/RATES/DAILY.19000131', date: undefined });
  expect(isDated('ACME/RATES/DAILY.19991231')).toBe(false);
});

test('a live report cannot be named like a snapshot', () => {
  expect(parseTopic('ACME/RATES/DAILY.20261119')).toBeUndefined();
});

test('a gropic is a group or a report', () => {
  const report = parseGropic('acme/rates/daily');
  expect(report && [isReportGropic(report), groupOf(report), entityOf(report)]).toEqual([true, 'ACME/RATES', 'ACME']);
  const group = parseGropic('acme/rates');
  expect(group && isReportGropic(group)).toBe(false);
  expect(parseGropic('acme')).toBeUndefined();
});

test('the company keeps group names with its own prefix', () => {
  const reserved = (text: string) => {
    const gropic = parseGropic(text);
    return gropic && isReservedGroup(gropic, 'Sheetwire');
  };
  expect([reserved('ACME/SHEETWIRE-X'), reserved('ACME/sheetwire_x'), reserved('ACME/SHEETWIRES')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('the rights of a topic are looked for at the report, then at the group', () => {
  const topic = parseTopic('ACME/RATES/DAILY');
  expect(topic && [gropicOf(topic), groupOfTopic(topic)]).toEqual(['ACME/RATES/DAILY', 'ACME/RATES']);
});

test.each([
  ['ACME/RATES', 'ACME/RATES is not ENTITY/GROUP/REPORT'],
  ['ACME//A', 'ACME//A is not ENTITY/GROUP/REPORT'],
  ['ACME/ /A', 'ACME/ /A is not ENTITY/GROUP/REPORT'],
  ['ACME/RATES/A/B', 'ACME/RATES/A/B is not ENTITY/GROUP/REPORT'],
  ['remote/RATES/A', 'remote cannot be an entity: The name REMOTE is reserved'],
  [
    'ACME/Zürich/A',
    "Zürich cannot be a group: A name can contain only letters from A to Z, digits, spaces and . _ - & ( ) + # @ '",
  ],
  [
    'ACME/RATES/50%',
    "50% cannot be a report: A name can contain only letters from A to Z, digits, spaces and . _ - & ( ) + # @ '",
  ],
  ['ACME/RATES/A.2026-11-20', 'A.2026-11-20 cannot be a report: a name that ends in .yyyymmdd is a snapshot'],
  ['ACME/RATES/A.20261120', 'A.20261120 cannot be a report: a name that ends in .yyyymmdd is a snapshot'],
])('%s is refused with its reason', (text, reason) => {
  expect(parseTopic(text)).toBeUndefined();
  expect(whyNoTopic(text)).toBe(reason);
});

test.each([
  ['ACME', 'ACME is not ENTITY/GROUP or ENTITY/GROUP/REPORT'],
  ['ACME/ ', 'ACME/  is not ENTITY/GROUP or ENTITY/GROUP/REPORT'],
  ['remote/RATES', 'remote cannot be an entity: The name REMOTE is reserved'],
  [
    'ACME/50%',
    "50% cannot be a group: A name can contain only letters from A to Z, digits, spaces and . _ - & ( ) + # @ '",
  ],
  ['ACME/RATES/A.20261120', 'A.20261120 cannot be a report: a name that ends in .yyyymmdd is a snapshot'],
])('%s is no group and no report, with its reason', (text, reason) => {
  expect(parseGropic(text)).toBeUndefined();
  expect(whyNoGropic(text)).toBe(reason);
});

test('spellings that read the same are one report', () => {
  for (const text of ['ACME/DESK/DAILY  PNL', 'acme /desk/ daily\u00a0\u2009pnl', 'ACME/DESK/DAILY\tPNL\u3000'])
    expect(parseTopic(text)).toBe('ACME/DESK/DAILY PNL');
  expect(parseGropic('acme/big  desk')).toBe('ACME/BIG DESK');
  expect(parseDatedTopic(' ACME/DESK/DAILY  PNL.20261119\u00a0')).toEqual({
    topic: 'ACME/DESK/DAILY PNL',
    date: '2026-11-19',
  });
  expect(parseDatedTopic('ACME/DESK/DAILY.20261119\ufeff')).toBeUndefined();
});

test('no part of a report or group is an object of the language', () => {
  for (const text of ['__PROTO__/A/B', 'ACME/Constructor/B', 'ACME/A/prototype', 'ACME/A/__proto__'])
    expect(parseTopic(text)).toBeUndefined();
  expect(parseGropic('ACME/valueOf')).toBeUndefined();
  expect(whyNoTopic('ACME/A/prototype')).toBe('prototype cannot be a report: The name PROTOTYPE is reserved');
});
