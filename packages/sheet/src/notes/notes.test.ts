import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { type BookSource, buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';

const threads = 'http://schemas.microsoft.com/office/2017/10/relationships';

interface NoteBook {
  readonly comments?: string;
  readonly threaded?: string;
  readonly body?: string;
}

function bookOf({
  comments,
  threaded,
  body = cellsXml([
    ['a', 1],
    ['b', 2],
  ]),
}: NoteBook): BookSource {
  const relations: [string, string, string][] = [];
  if (comments !== undefined) relations.push(['rId1', 'comments', '../comments1.xml']);
  if (threaded !== undefined) relations.push(['rId2', `${threads}/threadedComment`, '../threadedComments/t1.xml']);
  return {
    sheets: [{ body, relations }],
    relations: [['rIdP', 'person', 'persons/person.xml']],
    parts: {
      'xl/comments1.xml': `<comments><authors><author>Ann</author></authors><commentList>${comments ?? ''}</commentList></comments>`,
      'xl/threadedComments/t1.xml': `<ThreadedComments>${threaded ?? ''}</ThreadedComments>`,
      'xl/persons/person.xml':
        '<personList><person displayName="Ann Lee" id="{A}"/><person displayName="Bob" id="{B}"/></personList>',
    },
  };
}

async function page(book: NoteBook, range?: string) {
  const read = await readWorkbook(buildXlsx(bookOf(book)));
  const { pages, notShown = [] } = renderPages(read, range === undefined ? {} : { range });
  return { html: pages[0]?.html ?? '', notShown };
}

const comment = (ref: string, text: string) =>
  `<comment ref="${ref}" authorId="0"><text><r><rPr><b/></rPr><t>Ann:</t></r><r><t xml:space="preserve">\n${text}</t></r></text></comment>`;

function noteIn(html: string, cell: string): string | undefined {
  return new RegExp(`data-cell="${cell}"[^>]*><details><summary data-note="([^"]*)"`).exec(html)?.[1];
}

test('a note is a mark in its cell that says its text, and no part of the cell text', async () => {
  const { html, notShown } = await page({ comments: comment('B1', 'Check &lt;this&gt; "soon"') });
  expect(noteIn(html, 'B1')).toBe('Ann:\nCheck &lt;this&gt; &quot;soon&quot;');
  expect(html).toContain('aria-label="Note: Ann:');
  expect(html).toContain('</summary></details>1</td>');
  expect(notShown).toEqual([]);
});

test('a thread is one note with its writers, its times and what was resolved', async () => {
  const threaded =
    '<threadedComment ref="A2" dT="2026-11-20T11:13:47.32" personId="{A}" id="{1}" done="1"><text>Is this right?</text></threadedComment>' +
    '<threadedComment ref="A2" dT="2026-11-21T09:00:00.00" personId="{B}" id="{2}" parentId="{1}"><text>Yes</text></threadedComment>';
  const old =
    '<comment ref="A2" authorId="0"><text><t>[Threaded comment]\n\nYour version of Excel…</t></text></comment>';
  const { html, notShown } = await page({ comments: old, threaded });
  expect(noteIn(html, 'A2')).toBe('Ann Lee, 2026-11-20 11:13: Is this right? (resolved)\nBob, 2026-11-21 09:00: Yes');
  expect(notShown).toEqual([]);
});

test('a note of a blank cell, of a merged area and of a hidden row', async () => {
  const body = `${cellsXml([
    ['a', 1],
    ['b', 2],
  ]).replace('<row r="2">', '<row r="2" hidden="1">')}<mergeCells><mergeCell ref="D4:E5"/></mergeCells>`;
  const { html, notShown } = await page({
    comments: comment('C3', 'x') + comment('D4', 'y') + comment('A2', 'z'),
    body,
  });
  expect([noteIn(html, 'C3'), noteIn(html, 'D4')]).toEqual(['Ann:\nx', 'Ann:\ny']);
  expect([html.includes('Ann:\nz'), notShown]).toEqual([false, []]);
});

test('a note opens to the side where there is room', async () => {
  const rows = Array.from({ length: 20 }, () => ['a', 'b', 'c', 'd']);
  const { html } = await page({
    comments: ['A1', 'D1', 'A20', 'D20'].map((ref) => comment(ref, 'x')).join(''),
    body: cellsXml(rows),
  });
  const sides = [...html.matchAll(/<summary data-note="[^"]*"(?: data-side="([^"]*)")?/g)].map(([, side]) => side);
  expect(sides).toEqual([undefined, 'start', 'up', 'up start']);
});

test('a note far from all cells is named, and makes no page larger; one outside of the chosen range is not told of', async () => {
  const comments = comment('XFD1048576', 'far');
  const { html, notShown } = await page({ comments });
  expect(html.length).toBeLessThan(200_000);
  expect(notShown).toEqual([
    { sheet: 'Sheet1', what: 'notes', count: 1, why: 'They are far from the cells on their sheet.' },
  ]);
  expect((await page({ comments }, 'Sheet1!A1:B2')).notShown).toEqual([]);
});

test('a long note is cut, and more than the most are named', async () => {
  const { html } = await page({ comments: comment('A1', 'x'.repeat(30_000)) });
  expect(noteIn(html, 'A1')).toHaveLength(limits.workbook.notes.text + 1);
  const many = Array.from({ length: limits.workbook.notes.most + 3 }, (_, n) => comment(`A${n + 1}`, 'x'));
  const { notShown } = await page({ comments: many.join('') });
  expect(notShown).toContainEqual({ sheet: 'Sheet1', what: 'notes', count: 3, why: 'There are too many.' });
});

test('an empty note has no mark', async () => {
  const { html } = await page({ comments: '<comment ref="A1" authorId="0"><text/></comment>' });
  expect(html).not.toContain('data-note');
});
