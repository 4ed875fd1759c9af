import { expect, test } from 'vitest';
import { cleanCell, cleanPage } from './clean-page.ts';

test('every control of the mark-up is kept and told with what it takes', () => {
  const { html, controls } = cleanPage(
    '<textarea data-control="Comment" data-submit-tag="order1" maxlength=200 onfocus=x() autofocus>a<b></textarea>' +
      '<select data-control="Region" name=r><option selected>North<option value=S> South  East <optgroup label=x><option>W</optgroup></select>' +
      '<input type="CHECKBOX" data-control="Approve" checked value=1><input type=date data-control=Due value="2026-11-20">' +
      '<input type=datetime-local data-control=At><input type=time data-control=Clock>' +
      '<button data-control="Run" type=submit formaction=/x>R<i>un</i></button>' +
      '<button data-submit="order1">Submit</button><button data-cancel="order1">Cancel</button>',
  );
  expect(html).toBe(
    '<textarea data-control="Comment" data-submit-tag="order1" maxlength="200">a&lt;b&gt;</textarea>' +
      '<select data-control="Region"><option selected="">North</option><option value="S">South East</option><option>W</option></select>' +
      '<input type="checkbox" data-control="Approve" checked=""><input type="date" data-control="Due" value="2026-11-20">' +
      '<input type="datetime-local" data-control="At"><input type="time" data-control="Clock">' +
      '<button data-control="Run" type="button">R<i>un</i></button>' +
      '<button data-submit="order1" type="button">Submit</button><button data-cancel="order1" type="button">Cancel</button>',
  );
  expect(controls).toEqual([
    { name: 'Comment', kind: 'text', submitTag: 'order1', maxLength: 200 },
    { name: 'Region', kind: 'list', options: ['North', 'S', 'W'] },
    { name: 'Approve', kind: 'bool' },
    { name: 'Due', kind: 'date' },
    { name: 'At', kind: 'datetime' },
    { name: 'Clock', kind: 'time' },
    { name: 'Run', kind: 'button' },
  ]);
});

test.each([
  ['<input type=password data-control=P>', ''],
  ['<input type=file data-control=P>', ''],
  ['<input type=hidden data-control=P>', ''],
  ['<input type=image data-control=P src=x>', ''],
  ['<input type=submit data-control=P>', ''],
  ['<input data-control=P>', ''],
  ['<input type=constructor data-control=P>', ''],
  ['<input type=checkbox>', ''],
  ['<input type=checkbox data-control="[IS_MID_EDIT]">', ''],
  ['<textarea>a<b></textarea>', 'a&lt;b&gt;'],
  ['<select><option>a<option selected>b</select>', 'b'],
  ['<button>Go</button>', 'Go'],
  ['<form action=/x><button data-control=B>Go</button></form>', '<button data-control="B" type="button">Go</button>'],
  ['<a href=/x><button data-control=B>Go</button></a>', '<a href="/x" rel="noopener noreferrer">Go</a>'],
])('%s is no control', (html, expected) => {
  expect(cleanPage(html).html).toBe(expected);
});

test('what its publisher closed stays closed, where HTML knows it', () => {
  const { html, controls } = cleanPage(
    '<textarea data-control="A" readonly=x>a</textarea><select data-control="B" disabled><option>b</select>' +
      '<input type=checkbox data-control="C" checked disabled readonly><input type=time data-control="D" readonly>' +
      '<button data-control="E" disabled onclick=x()>E</button><button data-submit="t" disabled readonly>S</button>',
  );
  expect(html).toBe(
    '<textarea data-control="A" readonly="">a</textarea><select data-control="B" disabled=""><option>b</option></select>' +
      '<input type="checkbox" data-control="C" checked="" disabled=""><input type="time" data-control="D" readonly="">' +
      '<button data-control="E" disabled="" type="button">E</button><button data-submit="t" disabled="" type="button">S</button>',
  );
  const fixed = ['A', 'B', 'C', 'D', 'E'].map((name) => [name, true]);
  expect(controls.map(({ name, isFixed }) => [name, isFixed])).toEqual(fixed);
  expect(cleanPage(html)).toMatchObject({ html, controls });
});

test('the options of a closed group are closed', () => {
  const { html, controls } = cleanPage(
    '<select data-control="L"><optgroup label=x disabled><option>A</optgroup><optgroup label=y><option>B</optgroup></select>',
  );
  expect(html).toBe('<select data-control="L"><option disabled="">A</option><option>B</option></select>');
  expect(controls).toEqual([{ name: 'L', kind: 'list', options: ['B'] }]);
});

test('a cell tells its controls', () => {
  expect(cleanCell('<input type=checkbox data-control=Ok>').controls).toEqual([{ name: 'Ok', kind: 'bool' }]);
});
