import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { linkBase } from './links.ts';

const local = { publicUrl: '', host: '127.0.0.1', port: 8080 };
const at = (address: string, port = 4711) => ({ address, port, family: '' });

test('links begin with the public address, else with the one listened on', () => {
  expect(linkBase({ ...local, publicUrl: 'https://reports.example/' }, at('127.0.0.1'))).toBe(
    'https://reports.example',
  );
  expect(linkBase(local, at('127.0.0.1'))).toBe('http://127.0.0.1:4711');
  expect(linkBase(local, at('::1'))).toBe('http://[::1]:4711');
  expect(linkBase(local, at('0.0.0.0'))).toBe(`http://${hostname()}:4711`);
  expect(linkBase(local, undefined)).toBe('http://127.0.0.1:8080');
});
