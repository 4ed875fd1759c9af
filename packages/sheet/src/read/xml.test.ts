import { expect, test } from 'vitest';
import { parseXml, type XmlListener } from './xml.ts';

const encoder = new TextEncoder();

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield encoder.encode(text.slice(at, at + size));
}

/** Reads runs of `<i/>` by itself, and hears of all else. */
async function heard(text: string, size: number) {
  const told: string[] = [];
  let skimmed = 0;
  const listener: XmlListener = {
    open: (name) => told.push(name),
    close: (name) => told.push(`/${name}`),
    text: (words) => told.push(words),
    skim: (from, start) => {
      let at = start;
      for (; from.startsWith('<i/>', at); at += 4) skimmed++;
      return at;
    },
    pause: (from, start) => from.indexOf('>', start) + 1 || from.length,
  };
  await parseXml(pieces(text, size), listener);
  return { told: told.join(' '), skimmed };
}

test.each([1, 3, 4, 5, 7, 1000])('a listener reads by itself only between tags, in pieces of %i', async (size) => {
  const { told, skimmed } = await heard(
    '<a><i/><i/><!-- ><i/> --><b>><i/></b><![CDATA[ ><i/>]]><extLst><i/></extLst><i/></a>',
    size,
  );
  const count = told.split(' ').filter((name) => name === 'i').length;
  expect(skimmed + count).toBe(4);
  expect(told.replaceAll('i /i ', '')).toBe('a b > /b  ><i/> /a');
  if (size === 1000) expect(skimmed).toBe(3);
});
