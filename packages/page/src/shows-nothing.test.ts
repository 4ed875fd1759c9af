import { expect, test } from 'vitest';
import { showsNothing } from './shows-nothing.ts';

const table = (cells: string, head = '') => `<table>${head}<tbody><tr>${cells}</tr></tbody></table>`;

test.each([
  [''],
  [' \n '],
  ['<p></p><div>&nbsp;<br></div>'],
  ['<table></table>'],
  [table('<td data-cell="A1"></td><td data-cell="B1"> </td>', '<colgroup><col style="width:64px"></colgroup>')],
  [table('<td data-cell="A1" data-s="0"></td>')],
  ['<div hidden="">Text<div>more</div>still</div>'],
  [`<p style="display:none">Text</p>${table('<td style="display: none">1</td>')}`],
  ['<input type="hidden" value="1">'],
])('a reader sees nothing of %j', (html) => {
  expect(showsNothing(html, ['font-weight:700'])).toBe(true);
});

test.each([
  ['<p>0</p>'],
  ['<div hidden="">Text</div><p>Seen</p>'],
  [table('<td data-cell="A1"></td><td data-cell="B1">1</td>')],
  [table('<td data-cell="A1"><input type="checkbox"></td>')],
  [table('<td data-cell="A1" data-s="1"></td>')],
  [table('<td style="border-top:1px solid red"></td>')],
  ['<img src="data:image/png;base64,AAAA">'],
])('a reader sees something of %j', (html) => {
  expect(showsNothing(html, ['font-weight:700', 'background-color:#fff2cc'])).toBe(false);
});
