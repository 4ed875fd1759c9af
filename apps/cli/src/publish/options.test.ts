import assert from 'node:assert/strict';
import { exits } from '@sheetwire/contract/exits';
import { test } from 'vitest';
import { Stop } from '#exit.ts';
import { readPublishOptions } from './options.ts';

const to = ['--to', 'acme/sales/daily', '--server', 'https://portal.example', '--token-env', 'KEY'];

test('a topic is cleaned and the token is named, never given', () => {
  const { target, destination } = readPublishOptions(['book.xlsx', ...to], {});
  assert.deepEqual(target, { topic: 'ACME/SALES/DAILY' });
  assert.deepEqual(destination?.secret, { kind: 'env', name: 'KEY' });
});

test('pages, sheets and metadata are read', () => {
  const pages = readPublishOptions(['b.xlsx', ...to, '--page', 'A=S!A1:B2', '--page', 'B = Total'], {});
  assert.deepEqual(pages.choice, {
    pages: [
      { title: 'A', range: 'S!A1:B2' },
      { title: 'B', range: 'Total' },
    ],
  });
  const sheets = readPublishOptions(
    ['b.xlsx', ...to, '--sheet', 'One', '--sheet', 'Two', '--metadata', 'desk=a=b'],
    {},
  );
  assert.deepEqual(sheets.choice, { sheets: ['One', 'Two'] });
  assert.deepEqual({ ...sheets.metadata }, { desk: 'a=b' });
});

test.each([
  ['no file', []],
  ['no topic', ['b.xlsx', ...to.slice(2)]],
  ['a topic of two parts', ['b.xlsx', '--to', 'ACME/SALES', ...to.slice(2)]],
  ['no server', ['b.xlsx', '--to', 'A/B/C', '--token-env', 'KEY']],
  ['no token', ['b.xlsx', ...to.slice(0, 4)]],
  ['two tokens', ['b.xlsx', ...to, '--token-file', 'f']],
  ['two files', ['b.xlsx', 'c.xlsx', ...to]],
  ['a page without a range', ['b.xlsx', ...to, '--page', 'Title']],
  ['metadata without a name', ['b.xlsx', ...to, '--metadata', '=x']],
  ['metadata named twice', ['b.xlsx', ...to, '--metadata', 'a=x', '--metadata', 'a=y']],
  ['sheets and a range', ['b.xlsx', ...to, '--sheet', 'S', '--range', 'R']],
  ['a watched dry run', ['b.xlsx', '--watch', '--dry-run']],
  ['an address that is none', ['b.xlsx', '--to', 'A/B/C', '--server', 'portal', '--token-env', 'K']],
  ['a password in the address', ['b.xlsx', '--to', 'A/B/C', '--server', 'https://a:b@c', '--token-env', 'K']],
  ['a token over plain http', ['b.xlsx', '--to', 'A/B/C', '--server', 'http://portal.example', '--token-env', 'K']],
])('%s is a usage fault', (_what, args) => {
  assert.throws(
    () => readPublishOptions(args, {}),
    (fault) => fault instanceof Stop && fault.exit === exits.usage,
  );
});

test('plain http is for this machine, or for those who say so', () => {
  const args = (server: string) => ['b.xlsx', '--to', 'A/B/C', '--server', server, '--token-env', 'K'];
  for (const server of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:80']) {
    assert.ok(readPublishOptions(args(server), {}).destination);
  }
  assert.ok(readPublishOptions(args('http://portal.example'), { SHEETWIRE_INSECURE_HTTP: '1' }).destination);
});
