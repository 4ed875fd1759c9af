import { strToU8 } from 'fflate';
import type { HostileFile } from './hostile-file.ts';

const tooManyCells = /too many cells to publish: publish a smaller part/;
const cellTooLong =
  /A cell shows more than 1,048,576 characters: shorten its text, or close its opening quotation mark/;
const larger = /larger than 64 MiB: publish a smaller part/;

/** Delimited text and HTML, which come as large as they are. */
export const hostileTexts: readonly HostileFile[] = [
  {
    name: 'a line of a million columns',
    ending: 'csv',
    bytes: () => strToU8(','.repeat(1_000_000)),
    sentence: tooManyCells,
  },
  {
    name: 'a million short lines',
    ending: 'csv',
    bytes: () => strToU8('1\n'.repeat(1_000_000)),
    sentence: tooManyCells,
  },
  {
    name: 'a line of ten million characters',
    ending: 'csv',
    bytes: () => strToU8('x'.repeat(10_000_000)),
    sentence: cellTooLong,
  },
  {
    name: 'a quotation mark that is never closed',
    ending: 'csv',
    bytes: () => strToU8(`a,"${'b,c\n'.repeat(500_000)}`),
    sentence: cellTooLong,
  },
  {
    name: 'four million quotation marks',
    ending: 'tsv',
    bytes: () => strToU8('"'.repeat(4_000_000)),
    sentence: cellTooLong,
  },
  {
    name: 'delimited text of a hundred megabytes',
    ending: 'csv',
    bytes: () => new Uint8Array(100_000_000),
    sentence: larger,
  },
  { name: 'HTML of a hundred megabytes', ending: 'html', bytes: () => new Uint8Array(100_000_000), sentence: larger },
  {
    name: 'HTML of a thousand pages',
    ending: 'html',
    bytes: () => strToU8('<section data-page="a">b</section>'.repeat(1000)),
    sentence: /more than 100 sections with a page name/,
  },
  {
    name: 'HTML in another encoding',
    ending: 'htm',
    bytes: () => Uint8Array.of(0x3c, 0x70, 0x3e, 0xe4, 0x3c),
    sentence: /not UTF-8 text: save it in UTF-8/,
  },
];
