import { expect, test } from 'vitest';
import { cleanCell } from '#report/clean/clean-page.ts';
import { attributeOf, findElement, showValue, withElements } from './control-element.ts';

/** A control of a cell as a publisher writes it, and as it shows a value; what comes out is clean already. */
function shown(html: string, name: string, value: string | null): string {
  const cleaned = cleanCell(`before ${html} after`);
  const control = cleaned.controls.find((one) => one.name === name);
  const element = findElement(cleaned.html, name);
  if (!control || !element) throw new Error(`${name} is not published`);
  const next = withElements(cleaned.html, (found) =>
    found === control.name ? showValue(element.markup, control.kind, value) : undefined,
  );
  expect(cleanCell(next).html).toBe(next);
  expect(next.startsWith('before ') && next.endsWith(' after')).toBe(true);
  return next.slice('before '.length, -' after'.length);
}

test('a text shows what was typed, whatever it is', () => {
  const area = '<textarea data-control="T" rows="2">old &amp; more</textarea>';
  const text = (value: string) => `<textarea data-control="T" rows="2">${value}</textarea>`;
  expect(shown(area, 'T', 'new')).toBe(text('new'));
  expect(shown(area, 'T', null)).toBe(text(''));
  expect(shown(area, 'T', '</textarea><script>1</script>')).toBe(
    text('&lt;/textarea&gt;&lt;script&gt;1&lt;/script&gt;'),
  );
  const marks = '\u0301'.repeat(10);
  expect(shown(area, 'T', `a${marks.repeat(3000)}\u202eb`)).toBe(text(`a${marks}b`));
  expect(shown(area, 'T', "\n$& $1 $'\r\nend")).toBe(text("\n\n$&amp; $1 $'\nend"));
});

test('a list shows the chosen option, by its value or its text', () => {
  const list =
    '<select data-control="L"><option selected>A &lt; B<option value="x&quot;y">Text<option disabled>C</select>';
  const texts = (...marks: string[]) =>
    `<select data-control="L"><option${marks[0]}>A &lt; B</option><option value="x&quot;y"${marks[1]}>Text</option><option disabled="">C</option></select>`;
  expect(shown(list, 'L', 'x"y')).toBe(texts('', ' selected=""'));
  expect(shown(list, 'L', 'A < B')).toBe(texts(' selected=""', ''));
  expect(shown(list, 'L', null)).toBe(texts('', ''));
});

test('of two equal options the first is chosen', () => {
  const list = '<select data-control="L"><option>A<option>A</select>';
  expect(shown(list, 'L', 'A')).toBe(
    '<select data-control="L"><option selected="">A</option><option>A</option></select>',
  );
});

test('a checkbox and a date show their value and their clearing', () => {
  const box = '<input type="checkbox" data-control="B" checked>';
  expect(shown(box, 'B', 'false')).toBe('<input type="checkbox" data-control="B">');
  expect(shown('<input type="checkbox" data-control="B">', 'B', 'true')).toBe(
    '<input type="checkbox" data-control="B" checked="">',
  );
  const date = '<input type="date" value="2026-11-20" data-control="D" min="2026-01-01">';
  expect(shown(date, 'D', '2026-12-01')).toBe(
    '<input type="date" data-control="D" min="2026-01-01" value="2026-12-01">',
  );
  expect(shown(date, 'D', null)).toBe('<input type="date" data-control="D" min="2026-01-01">');
});

test('a button shows nothing of a press, and a control of a longer name is another one', () => {
  const two = '<button data-control="Run.all">Run <b>all</b></button><button data-control="Run">Run</button>';
  expect(shown(two, 'Run', 'clicked')).toBe(cleanCell(two).html);
  expect(findElement(cleanCell(two).html, 'Run')?.markup).toContain('>Run</button>');
  expect(findElement('<td>none</td>', 'Run')).toBeUndefined();
});

test('a text or value that looks like a control is none, and a value shown stays inside its own tag', () => {
  const trap =
    '<input type="date" data-control="A" title=" value=">"" onfocus=alert(1) autofocus data-control="B" <i>x</i><input type="date" data-control="B">';
  const day = shown(trap, 'B', '2026-11-20');
  expect(day).toContain('<input type="date" data-control="B" value="2026-11-20">');
  expect(shown(trap, 'A', '2026-11-20')).toContain('title=" value=" value="2026-11-20">');
  const beside =
    '<textarea data-control="N"> data-control="D" min="2030-01-01" </textarea><input type="date" data-control="D">';
  expect(shown(beside, 'D', '2026-11-20')).toBe(
    '<textarea data-control="N"> data-control="D" min="2030-01-01" </textarea><input type="date" data-control="D" value="2026-11-20">',
  );
  expect(attributeOf('<input type="date" title=" min=" data-control="D" max="2026-12-31">', 'min')).toBeUndefined();
});
