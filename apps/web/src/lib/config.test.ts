import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('the shell says the product name, the company, whom to ask for help and how long a password is', () => {
  const given = { productName: 'Deskwire', company: 'ACME', helpEmail: 'help@acme.example', passwordLength: 16 };
  expect(readConfig(JSON.stringify(given))).toEqual({
    productName: 'Deskwire',
    company: 'ACME',
    helpEmail: 'help@acme.example',
    passwordLength: 16,
  });
});

test('a shell that nobody filled leaves the product its own name', () => {
  for (const content of [undefined, '', '{{config}}', 'null', '{"productName":7,"passwordLength":"x"}']) {
    expect(readConfig(content)).toEqual({
      productName: 'Sheetwire',
      company: 'SHEETWIRE',
      helpEmail: '',
      passwordLength: 12,
    });
  }
});
