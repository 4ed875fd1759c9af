import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { auditFieldsOf, auditKinds } from '@sheetwire/contract/audit/kinds';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));
const sources = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|(?:^|\/)(?:testing|suite)\//.test(file))
  .map((file) => readFileSync(`${root}${file}`, 'utf8'));

/** What fills a place in an action. */
const fillers: Readonly<Record<string, readonly string[]>> = {
  method: ['password', 'info', 'oidc', 'kerberos', 'proxy'],
  'vouched.method': ['oidc', 'kerberos', 'proxy'],
  secret: ['publish', 'view'],
};
/** What a rule of the guard does is called an action too. */
const ofRules = new Set(['publish', 'hold', 'refuse', 'warn']);

/** The actions that a source names: `action: '…'`, and what the helpers that write a row are called with. */
function actionsIn(source: string): string[] {
  const given = [
    ...source.matchAll(/\baction(?::| =) ([^;\n]*)/g),
    ...source.matchAll(/\bnoteOf\(\w+, (?:\w+, )?(['`][^\n]*?['`]), /g),
    ...source.matchAll(/\bnote\(('(?:publish|directory) [^']*')/g),
    ...source.matchAll(/\bRESTORED = ('[^']*')/g),
  ].map(([, text = '']) => text.replaceAll(/=== '[^']*'/g, '').split(/(?<=['`]), |, \w+:/)[0] ?? '');
  const texts = given.flatMap((text) => [...text.matchAll(/'([^']*)'|`([^`]*)`/g)]);
  return texts.flatMap(([, plain, filled]) => filledIn(plain ?? filled ?? ''));
}

function filledIn(text: string): string[] {
  const place = /\$\{([^}]*)\}/.exec(text);
  if (place === null) return [text];
  const [whole, name = ''] = place;
  return (fillers[name] ?? ['…']).flatMap((filler) => filledIn(text.replace(whole, () => filler)));
}

/** A template within another is no action. */
const isAction = (text: string) => /^[A-Za-z]/.test(text) && !ofRules.has(text);
const written = new Set(sources.flatMap(actionsIn).filter(isAction));
const kinds = Object.keys(auditKinds);

test('every row that the server writes is of a kind that pages have words for', () => {
  expect([...written].filter((action) => auditFieldsOf(action) === undefined)).toEqual([]);
  expect(written.size).toBeGreaterThan(60);
});

test('and pages have words for no kind that it does not write', () => {
  expect(kinds.filter((kind) => !written.has(kind))).toEqual([]);
});
