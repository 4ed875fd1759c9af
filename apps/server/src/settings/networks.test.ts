import { expect, test } from 'vitest';
import { isTooWideForProxies, Networks, privateNetworks } from './networks.ts';

const desks = new Networks(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
const own = new Networks(privateNetworks);

test.each([
  [desks, '10.1.255.1', true],
  [desks, '10.2.0.1', false],
  [desks, '192.0.2.7', true],
  [desks, '192.0.2.8', false],
  [desks, '2001:db8:1::5', true],
  [desks, '::ffff:10.1.2.3', true],
  [desks, '::ffff:10.2.2.3', false],
  [desks, 'unknown', false],
  [desks, '', false],
  [own, '127.0.0.1', true],
  [own, '::1', true],
  [own, '192.168.4.5', true],
  [own, 'fd12::1', true],
  [own, '203.0.113.9', false],
  [own, '2001:db8::1', false],
])('%o with %s: %s', (networks, address, isIn) => {
  expect(networks.has(address)).toBe(isIn);
});

test.each([
  ['0.0.0.0/0', true],
  ['128.0.0.0/1', true],
  ['10.0.0.0/8', false],
  ['10.0.0.1', false],
  ['::/0', true],
  ['2001:db8::/32', false],
])('a proxy anywhere in %s is anybody: %s', (network, isAnybody) => {
  expect(isTooWideForProxies(network)).toBe(isAnybody);
});
