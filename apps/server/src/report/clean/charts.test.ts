import { readWorkbook, renderPages } from '@sheetwire/sheet/publish-pages';
import { chartBook, chartPart, chartPlots } from '@sheetwire/sheet/test-support/chart-books';
import { expect, test } from 'vitest';
import { cleanCell, cleanPage } from './clean-page.ts';

test.each(Object.keys(chartPlots))('%s are kept as they are drawn', async (kind) => {
  const part = chartPart(chartPlots[kind] ?? '', { title: 'A "title" & <more>', legend: 'r' });
  const { pages } = renderPages(await readWorkbook(chartBook({ charts: [part] })));
  const html = pages[0]?.html ?? '';
  expect(html).toContain('<div data-drawing="d2" data-rows="15" style="');
  expect(cleanPage(html).html).toBe(html);
});

test.each([
  ['<div data-drawing="a b" data-rows="x" style="position:fixed;left:0">1</div>', '<div style="left:0">1</div>'],
  [
    '<div data-drawing="d1" data-rows="99999999" onclick="x()">1</div>',
    '<div data-drawing="d1" data-rows="10000">1</div>',
  ],
  ['<p data-drawing="d1">1</p>', '<p>1</p>'],
  [
    '<svg data-drawing="d1"><animate attributeName="href"></animate><a href="javascript:x()"><text>1</text></a></svg>',
    '<svg></svg>',
  ],
  [
    '<svg><style>*{}</style><script>x()</script><image href="x"></image><use href="#a"></use><filter></filter></svg>',
    '<svg></svg>',
  ],
  ['<svg><g fill="url(//x.y/z)" onload="x()" style="background:url(x)"></g></svg>', '<svg><g></g></svg>'],
  ['<svg><title><style><img src=x onerror=x()></style></title><desc>1</desc></svg>', '<svg></svg>'],
  [
    '<svg><text><![CDATA[<img src=x onerror=x()>]]></text></svg>',
    '<svg><text>&lt;img src=x onerror=x()&gt;</text></svg>',
  ],
  ['<svg><g><p>out</p></g></svg>', '<svg><g></g></svg><p>out</p>'],
])('%s within a drawing is kept as far as it is harmless', (html, kept) => {
  expect(cleanCell(html).html).toBe(kept);
});
