import { expect, test } from 'vitest';
import { cleanImage, cleanLink } from './urls.ts';

const DATA = 'data:image/png;base64,iVBORw0KGgo=';

test.each([
  'https://example.com/a?b=1&c=2#d',
  'http://example.com',
  'mailto:a@b.example?subject=Hi',
  '/DEMO/DESK/DAILY PNL',
  '/linkedfiles/ACME/x%20y.pdf',
  '/%5chost',
  '/',
  '#limits',
  '?entity=DEMO&group=DESK',
])('the link %s stays', (link) => {
  expect(cleanLink(link)).toBe(link);
});

test.each([
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'blob:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:\\\\evil.example',
  'http://',
  'ftp://x',
  'relative/path',
  '',
  `https://x.example/${'a'.repeat(5000)}`,
])('the link %j goes', (link) => {
  expect(cleanLink(link)).toBeUndefined();
});

test('white space that a browser would not read is not kept', () => {
  expect(cleanLink(' https://exa\nmple.com ')).toBe('https://example.com');
});

test.each([DATA, DATA.replace('png', 'webp'), '/linkedfiles/DEMO/DESK/REPORT/logo.png'])(
  'the image %s stays',
  (source) => {
    expect(cleanImage(source)).toBe(source);
  },
);

test.each([
  'data:image/svg+xml;base64,PHN2Zz4=',
  'data:text/html;base64,aGk=',
  'data:image/png,x',
  'https://example.com/x.png',
  '//example.com/x.png',
  '/linkedfiles/../api/v1/accounts/logout/',
  '/linkedfiles/%2e%2e/api',
  '/linkedfiles/..\\api',
  '/other/x.png',
  '',
])('the image %j goes', (source) => {
  expect(cleanImage(source)).toBeUndefined();
});
