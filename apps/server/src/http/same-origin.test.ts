import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const none = { secFetchSite: undefined, origin: undefined, host: 'reports.example' };
const published = { publicOrigin: 'https://reports.example', listenHost: '0.0.0.0' };
const onLoopback = { publicOrigin: undefined, listenHost: '127.0.0.1' };
const onEvery = { publicOrigin: undefined, listenHost: '0.0.0.0' };

test.each([
  ['our page, as the browser says', { ...none, secFetchSite: 'same-origin' }, published, true],
  ['a page of another site', { ...none, secFetchSite: 'cross-site' }, published, false],
  ['a page of our site on another host', { ...none, secFetchSite: 'same-site' }, published, false],
  ['an address typed by hand', { ...none, secFetchSite: 'none' }, published, false],
  [
    'an origin that lies beside an honest browser',
    { ...none, secFetchSite: 'cross-site', origin: 'https://reports.example' },
    published,
    false,
  ],
  ['no sign of its origin', none, published, false],
  ['our public address', { ...none, origin: 'https://reports.example' }, published, true],
  ['our public host without https', { ...none, origin: 'http://reports.example' }, published, false],
  ['our public host on another port', { ...none, origin: 'https://reports.example:8443' }, published, false],
  ['a host whose name begins with ours', { ...none, origin: 'https://reports.example.evil.test' }, published, false],
  ['this machine by name', { ...none, origin: 'http://localhost:8080', host: 'localhost:8080' }, onLoopback, true],
  [
    'another port of this machine',
    { ...none, origin: 'http://localhost:3000', host: 'localhost:8080' },
    onLoopback,
    false,
  ],
  [
    'a foreign name that resolves to this machine',
    { ...none, origin: 'http://evil.test', host: 'evil.test' },
    onLoopback,
    false,
  ],
  ['a sandboxed page', { ...none, origin: 'null', host: 'null' }, onLoopback, false],
  [
    'plain http on the name it was asked by',
    { ...none, origin: 'http://desk-pc:8080', host: 'desk-pc:8080' },
    onEvery,
    true,
  ],
  ['plain http from another name', { ...none, origin: 'http://evil.test', host: 'desk-pc:8080' }, onEvery, false],
])('%s', (_, facts, own, isOurs) => {
  expect(isSameOrigin(facts, own)).toBe(isOurs);
});
