import { expect, test } from 'vitest';
import { PageState } from '../page-state.ts';
import { encodePage, encodeShortPage } from './encode-page.ts';

const html = '<table><tbody><tr><td data-cell="A1">1</td></tr></tbody></table>';

test('a wire form is made once however many ask for it, and again after the page changed or another was asked for', async () => {
  let made = 0;
  const counting = (encode: typeof encodePage) => (text: string) => {
    made++;
    return encode(text);
  };
  const [whole, short] = [counting(encodePage), counting(encodeShortPage)];
  const state = new PageState({ name: 'P', user: null, html, styles: [] }, []);
  for (let n = 0; n < 3; n++) expect(await state.encoded(short)).toBe(html.replace(' data-cell="A1"', '~'));
  expect(made).toBe(1);
  expect(await state.encoded(whole)).toBe(html);
  expect(made).toBe(2);
  await state.encoded(short);
  state.setCell(0, '2', undefined);
  expect(await state.encoded(short)).toBe('<table><tbody><tr><td~>2</td></tr></tbody></table>');
  expect(made).toBe(4);
});
