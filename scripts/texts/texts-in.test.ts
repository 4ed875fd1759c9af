import { expect, test } from 'vitest';
import { textsIn, textsOfDocument } from './texts-in.ts';

const page = `import { join } from 'a b';
export function Page({ name }: Props) {
  const hint = isLate ? 'Wait a moment' : undefined;
  return (
    <main className="wide plain" data-testid="some id">
      <h1>Two
        lines</h1>
      <button type="button" aria-label="Close" title={\`Close \${name}\`}>{isOpen ? 'Hide' : 'Show'}</button>
      <Row label="None" text={hint} />
    </main>
  );
}`;

const server = `
export const catalogue = { lost: { status: 404, text: 'Gone' } };
const rows = sql\`select a from b where c = 1\`;
const list = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda my nu';
throw new Error(\`The store in \${path} is full\`);
`;

const texts = (path: string, source: string) => textsIn(path, source).map(({ line, text }) => `${line} ${text}`);

test('what a page shows is listed with its line: text, labels, titles, either side of a choice', () => {
  expect(texts('page.tsx', page)).toEqual([
    '3 Wait a moment',
    '6 Two lines',
    '8 Close',
    '8 Close {…}',
    '8 Hide',
    '8 Show',
    '9 None',
  ]);
});

test('refusals and errors are listed, queries and lists of names are not', () => {
  expect(texts('server.ts', server)).toEqual(['2 Gone', '5 The store in {…} is full']);
});

const joined = `
export const guide = ['Every call has an address.', '**Names.** A report is a name.'].join('\\n\\n');
const place = join(root, 'the folder of the pages');
const policy = ["script-src 'self'", 'Cache-Control: no-store, no-cache'].join('; ');
fail('A user with this name already exists');
create('id integer primary key');
`;

test('sentences of a list that is joined are listed, paths and headers are not', () => {
  expect(texts('guide.ts', joined)).toEqual([
    '2 Every call has an address.',
    '2 **Names.** A report is a name.',
    '5 A user with this name already exists',
  ]);
});

test('a document gives its headings and sentences, not its code', () => {
  const found = textsOfDocument('a.md', '# Title\n\nOne line.\n\n```\nnpm start\n```\n');
  expect(found.map(({ line, kind, text }) => `${line} ${kind} ${text}`)).toEqual([
    '1 heading # Title',
    '3 sentence One line.',
  ]);
});
