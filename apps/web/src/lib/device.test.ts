import { expect, test } from 'vitest';
import { isMobileAgent, isRemotePath, withoutRemote } from './device.ts';

test('a phone and a tablet are mobile, a desktop browser is not', () => {
  expect(isMobileAgent('Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36')).toBe(true);
  expect(isMobileAgent('Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)')).toBe(true);
  expect(isMobileAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0')).toBe(false);
});

test('only the first path word remote is remote mode', () => {
  expect(isRemotePath('/remote')).toBe(true);
  expect(isRemotePath('/remote/admin')).toBe(true);
  expect(isRemotePath('/remotes/A/B')).toBe(false);
  expect(isRemotePath('/ACME/REMOTE/DAILY')).toBe(false);
});

test('the path in remote mode is the same without its prefix', () => {
  expect(withoutRemote('/remote')).toBe('/');
  expect(withoutRemote('/remote/A/B')).toBe('/A/B');
  expect(withoutRemote('/remotes/A/B')).toBe('/remotes/A/B');
});
