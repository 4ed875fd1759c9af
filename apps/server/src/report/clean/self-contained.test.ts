import { expect, test } from 'vitest';
import { isSelfContained } from './self-contained.ts';

test.each([
  '1,204.50',
  'a > b &',
  '<b>x</b>',
  '<a href="/x" title="y">z</a><br>',
  '<div><p>a</p><ul><li>b</li></ul></div>',
  '<select data-control="S"> <option selected>a</option></select>',
  '<textarea data-control="T">x</textarea>',
  '<input type="checkbox" data-control="B" checked>',
])('%s stands alone', (html) => {
  expect(isSelfContained(html)).toBe(true);
});

test.each([
  '<b>x',
  'x</b>',
  '</td><td>',
  '<table><tr><td>1</td></tr></table>',
  '<!-- x',
  '<p><div>x</div></p>',
  '<a href="/x"><a href="/y">z</a></a>',
  '<b/>x',
  '<script>1</script>',
  '<svg></svg>',
  '<a title=x>y</a>',
  '<a title="<">y</a>',
  '<textarea><b>x</b></textarea>',
  '<select>x</select>',
  '<option>x</option>',
  '<li>x</li>',
  '<b>x</i>',
  'a < b',
  '<i>'.repeat(60) + '</i>'.repeat(60),
])('%s does not', (html) => {
  expect(isSelfContained(html)).toBe(false);
});
