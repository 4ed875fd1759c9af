import assert from 'node:assert/strict';
import { test } from 'vitest';
import { htmlPages } from './html-file.ts';

test('an HTML fragment is one page named by its file', () => {
  const { pages, warnings } = htmlPages('<table><tr><td>1</table>', 'daily');
  assert.deepEqual(pages, [{ name: 'daily', html: '<table><tr><td>1</table>', styles: [] }]);
  assert.deepEqual(warnings, []);
});

test('a document is its body, named by its title', () => {
  const text = '<!doctype html><html><head><title>P&amp;L</title></head><body class="x">\n<p>Hi</p></body></html>';
  assert.deepEqual(htmlPages(text, 'daily').pages, [{ name: 'P&L', html: '\n<p>Hi</p>', styles: [] }]);
});

test('each outermost section with a page name is a page', () => {
  const text =
    '<section data-page="One">a<section>b</section><!-- </section> --></section>\n' +
    "<section class=x data-page='Two &lt;2&gt;' title='>'>c</section>";
  const { pages, warnings } = htmlPages(text, 'daily');
  assert.deepEqual(
    pages.map(({ name, html }) => [name, html]),
    [
      ['One', 'a<section>b</section><!-- </section> -->'],
      ['Two <2>', 'c'],
    ],
  );
  assert.deepEqual(warnings, []);
});

test('what is left out is said', () => {
  const { warnings } = htmlPages('<style>b{}</style>x<section data-page="One">a', 'daily');
  assert.equal(warnings.length, 3);
});
