import { limits } from '@sheetwire/contract/limits';
import { expect, test, vi } from 'vitest';
import { PageState } from '../page-state.ts';
import { encodePage, encodeShortPage } from './encode-page.ts';

const html = '<table><tbody><tr><td data-cell="A1">1</td></tr></tbody></table>';

test('a wire form is made once however many ask for it, each form by itself, and again after the page changed', async () => {
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
  expect(made).toBe(2);
  state.setCell(0, '2', undefined);
  expect(await state.encoded(short)).toBe('<table><tbody><tr><td~>2</td></tr></tbody></table>');
  expect(made).toBe(3);
});

test('a form that could not be made is made again for who asks next', async () => {
  let tries = 0;
  const encode = async (text: string) => {
    if (++tries === 1) throw new Error('no room');
    return text;
  };
  const state = new PageState({ name: 'P', user: null, html, styles: [] }, []);
  await expect(state.encoded(encode)).rejects.toThrow('no room');
  expect(await state.encoded(encode)).toBe(html);
});

test('pages that are shortened at once let other work go on between them', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `<tr><td data-cell="A${n + 1}">1</td></tr>`).join('');
  const long = `<table><tbody>${rows}</tbody></table>`;
  let turns = 0;
  const ended = new AbortController();
  const count = () => {
    turns++;
    if (!ended.signal.aborted) setImmediate(count);
  };
  setImmediate(count);
  // A slice is over at each look at the clock.
  let now = performance.now();
  const looks = vi.spyOn(performance, 'now').mockImplementation(() => (now += limits.slice));
  await Promise.all(Array.from({ length: 100 }, () => encodeShortPage(long)));
  looks.mockRestore();
  ended.abort();
  expect(turns).toBeGreaterThanOrEqual(100);
});
