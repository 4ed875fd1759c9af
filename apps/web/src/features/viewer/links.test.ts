import { expect, test } from 'vitest';
import { inAppAddress } from './links.ts';

const base = 'https://portal.example/ACME/RATES/DAILY';
const plain = { target: '', button: 0, hasModifier: false };
const lead = (href: string, over = {}) => inAppAddress({ ...plain, href, ...over }, base);

test('an internal path opens in the app, in query or path form', () => {
  expect(lead('/ACME/FX/SPOT/2026-11-19#limits')).toBe('/ACME/FX/SPOT/2026-11-19#limits');
  expect(lead('/?entity=ACME&group=FX&report=SPOT')).toBe('/?entity=ACME&group=FX&report=SPOT');
  expect(lead('https://portal.example/admin')).toBe('/admin');
});

test('other origins and disguised ones are left to the browser', () => {
  for (const href of [
    'https://evil.example/',
    '//evil.example/a/b',
    '/\\evil.example',
    'mailto:a@b.example',
    'javascript:alert(1)',
    'http://[',
  ]) {
    expect(lead(href)).toBeUndefined();
  }
});

test('linked files and calls are left to the browser', () => {
  expect(lead('/linkedfiles/ACME/RATES/DAILY/a.pdf')).toBeUndefined();
  expect(lead('/api/openapi.json')).toBeUndefined();
});

test('modifier keys, other buttons and new windows are left to the browser', () => {
  expect(lead('/ACME/FX/SPOT', { hasModifier: true })).toBeUndefined();
  expect(lead('/ACME/FX/SPOT', { button: 1 })).toBeUndefined();
  expect(lead('/ACME/FX/SPOT', { target: '_blank' })).toBeUndefined();
});

test('a tab alone, or with a cell, is one of the report and the day that are shown', () => {
  const dated = `${base}/2026-11-19?compare=live#limits`;
  expect(inAppAddress({ ...plain, href: '#summary!B7' }, dated)).toBe(
    '/ACME/RATES/DAILY/2026-11-19?compare=live#summary!B7',
  );
  expect(inAppAddress({ ...plain, href: '/ACME/FX/SPOT' }, dated)).toBe('/ACME/FX/SPOT');
});
