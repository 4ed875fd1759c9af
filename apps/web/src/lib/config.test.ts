import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('the shell says the product name and whom to ask for help', () => {
  expect(readConfig('{"productName":"Deskwire","company":"ACME","helpEmail":"help@acme.example"}')).toEqual({
    productName: 'Deskwire',
    helpEmail: 'help@acme.example',
  });
});

test('a shell that nobody filled leaves the product its own name', () => {
  for (const content of [undefined, '', '{{config}}', 'null', '{"productName":7}']) {
    expect(readConfig(content)).toEqual({ productName: 'Sheetwire', helpEmail: '' });
  }
});
