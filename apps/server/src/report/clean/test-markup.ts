import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as z from 'zod';

const Vectors = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['attack', 'benign']),
    html: z.string(),
    fires: z.optional(z.boolean()),
    expect: z.optional(
      z.array(
        z.object({
          sel: z.string(),
          n: z.optional(z.number()),
          attr: z.optional(z.string()),
          value: z.optional(z.string()),
          css: z.optional(z.string()),
          is: z.optional(z.string()),
          text: z.optional(z.string()),
        }),
      ),
    ),
  }),
);
export type Vector = z.infer<typeof Vectors>[number];

const FILE = new URL('../../../../../../shared/data/xss/public-vectors.json', import.meta.url);

/** The public attack strings and harmless pages; none, with a line that says so, where the file is not there. */
export function publicVectors(): Vector[] {
  if (!existsSync(FILE)) {
    process.stdout.write('not run: ../shared/data/xss/public-vectors.json is not there\n');
    return [];
  }
  return Vectors.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

const TAGS =
  'p a table tbody thead tr td th caption colgroup b i font nobr li ul dd dl dt h1 h2 button select option optgroup svg math mtext mglyph style title textarea pre listing marquee div form foreignObject desc template object details summary center address text image plaintext script noscript xmp iframe br hr img input body html frameset annotation-xml semantics ruby rt dialog label span section'.split(
    ' ',
  );
const ATTRIBUTES = [
  ' onclick=alert(1)',
  ' href=javascript:alert(1)',
  ' href="#x"',
  ' href=" https://example.com/ "',
  ' src=x onerror=alert(1)',
  ' style="color:red;position:fixed;a:b"',
  " style='background:url(//x.example);width:1px'",
  ' data-control=A',
  ' data-cell=A1',
  ' data-s=007',
  ' type=date',
  ' id=x name=y',
  ' colspan=9 rowspan=0',
  ' title="`<p>"',
  " title='\"></td>'",
  ' xlink:href=#a',
];
const OTHERS = [
  'x',
  ' ',
  '\n',
  '\r\n',
  '&#13;',
  '&nbsp;',
  '&lt;script&gt;',
  '&amp;lt;',
  '&notit;',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!doctype html>',
  '"',
  "'",
  '`',
  '>',
  '<',
  '</',
  '\u00a0\ufeff',
  'H4sI',
  '{{x}}',
];
const EASY = 'b i span a div p ul li br select option button textarea font input'.split(' ');

const oneTag = (tags: readonly string[]) =>
  fc
    .tuple(fc.constantFrom('<', '<', '</'), fc.constantFrom(...tags), fc.subarray(ATTRIBUTES, { maxLength: 2 }))
    .map(([start, tag, attributes]) => `${start}${tag}${attributes.join('')}>`);

/** Markup of known dangerous parts in any order, with pieces of the given strings between. */
export function hostileMarkup(strings: readonly string[]): fc.Arbitrary<string> {
  const part = fc.oneof({ weight: 5, arbitrary: oneTag(TAGS) }, { weight: 3, arbitrary: fc.constantFrom(...OTHERS) });
  if (strings.length === 0) return joined(part);
  const piece = fc
    .tuple(fc.constantFrom(...strings), fc.nat(), fc.nat(), fc.boolean())
    .map(([text, from, to, isWhole]) => (isWhole ? text : text.slice(from % (text.length + 1)).slice(0, to % 200)));
  return joined(fc.oneof({ weight: 5, arbitrary: part }, { weight: 2, arbitrary: piece })).filter((text) =>
    text.isWellFormed(),
  );
}

/** Markup that a cell may well hold. */
export const easyMarkup: fc.Arbitrary<string> = joined(
  fc.oneof(
    { weight: 4, arbitrary: oneTag(EASY) },
    { weight: 2, arbitrary: fc.constantFrom('x', ' ', '&amp;', 'a > b') },
  ),
);

const STYLE_NAMES = [
  'color',
  'margin-left',
  'background',
  'font-family',
  'position',
  'width',
  'content',
  '--x',
  'grid',
];
const STYLE_VALUES = [
  ...['red', '#fff', '1px', '-1px', '1.5em', '0', '9e9px', 'fixed', 'sticky', '"A b"', "'}'", '!important', '--x'],
  ...[
    'calc(1px + 2px)',
    'calc(',
    'linear-gradient(90deg,red,#00f 50%)',
    'url(x)',
    'url(',
    'var(--x)',
    'rgb(1 2 3 / 50%)',
  ],
  ...[',', '/', '*', '/*', '*/', '(', ')', '{', '}', '\\', '"', "'", '\n', '\u00a0', '@import', '</style>', '<!--'],
];
const spaced = fc.array(fc.constantFrom(...STYLE_VALUES), { maxLength: 4 }).map((parts) => parts.join(' '));
const close = fc.array(fc.constantFrom(...STYLE_VALUES), { maxLength: 3 }).map((parts) => parts.join(''));

/** Declarations of known dangerous parts in any order. */
export const hostileStyle: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...STYLE_NAMES), fc.constantFrom(':', ' : ', '::', ''), fc.oneof(spaced, close)), {
    maxLength: 6,
  })
  .map((list) => list.map((declaration) => declaration.join('')).join(';'));

function joined(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(part, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
}
