import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { adminStatements, homeStatements, sections, tokenStatements, tokenSteps } from './help-text.ts';

/** Spec 2, Help statements, word for word. */
const spec = [
  'Daily snapshots can be set per group or report: snapshot time, location, predate 1 weekday, and capture now for a specific report.',
  'Permissions on an administered report apply to the add-in and all APIs.',
  'On first assumption current viewers and publishers lose rights until granted explicitly.',
  'Add-in versions before 1.2.0 cannot view or publish administered reports.',
  'A report can take up to 30 seconds to reappear after rights are granted.',
  'The last admin cannot be removed until all view and publish rights are revoked.',
  'View and publish secrets are still enforced for add-in and API access. Viewing rights override a view secret on the home page only.',
  'A report-specific setting beats a group setting.',
  'Admins must add themselves as viewer or publisher if needed.',
];
const texts = adminStatements.map(({ text }) => text);

test.each(spec)('Help says: %s', (statement) => {
  expect(texts).toContain(statement);
});

test('Help names the user-group dropdown and the far-right list of the admin page', () => {
  const words = texts.join(' ');
  expect(words).toContain('user-group dropdown');
  expect(words).toMatch(/far-right list .* individual users holding rights in the tab/);
});

test('Help explains historical date, hiding settings, pausing and metadata', () => {
  const names = homeStatements.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Historical date.', 'HIDE SETTINGS.', 'Pausing.', 'Metadata.']));
});

test('a spreadsheet is authenticated by hand in five steps, each process for itself', () => {
  expect(tokenSteps).toEqual([
    'Check the authentication status in the spreadsheet.',
    'Click Generate Token on the Account page.',
    'Paste the token into the spreadsheet.',
    'Call the authenticate function with the token.',
    'Confirm TRUE.',
  ]);
  expect(tokenStatements[0]?.text).toBe('Authentication is per spreadsheet process.');
});

test('the numbers that Help names are those that the product keeps to', () => {
  expect([limits.firstAddinVersion, limits.reappearance, limits.addinToken]).toEqual(['1.2.0', 30_000, 600_000]);
  expect(tokenStatements[1]?.text).toContain('10 minutes');
});

test('Help has the sections home page, admin page, manual add-in authentication and help contact', () => {
  expect(sections.map(({ title }) => title)).toEqual([
    'Home page',
    'Admin page',
    'Manual add-in authentication',
    'Help contact',
  ]);
});
