import { anchorId } from '@sheetwire/page/anchor';
import { stylesCss } from '@sheetwire/page/grid-css';
import { shellRoot } from '@sheetwire/page/shell';
import { isControlName } from '@sheetwire/rules/control';
import { isUserEmail } from '@sheetwire/rules/email';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { parseReportDate } from '@sheetwire/rules/report-date';
import { parseDatedTopic, whyNoTopic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import { isValidValue } from '#controls/control-values.ts';
import { clientAddress } from '#http/client-address.ts';
import { acceptedEncoding } from '#http/compress.ts';
import { readCookie } from '#http/cookie.ts';
import { credentialsOf } from '#http/guard.ts';
import { linkedFileName } from '#http/linked-files/address.ts';
import { byteRange } from '#http/linked-files/byte-range.ts';
import { dispositionOf } from '#http/linked-files/file-type.ts';
import { isSameOrigin } from '#http/same-origin.ts';
import { parseJson } from '#lib/json.ts';
import { Refusal } from '#lib/refusal.ts';
import { cleanCell, cleanPage } from '#report/clean/clean-page.ts';
import type { Control } from '#report/clean/controls.ts';
import { cleanOwnStyle, cleanStyle } from '#report/clean/css/css.ts';
import { CleanRefusal } from '#report/clean/refusal.ts';
import { isSelfContained } from '#report/clean/self-contained.ts';
import { cleanImage, cleanLink } from '#report/clean/urls.ts';
import { decodePage, encodePage } from '#report/packed/decode.ts';
import { type GrowingInput, growingCells, growingPages } from './growing-pages.ts';
import { growingJson, growingStyles, growingTexts } from './growing-texts.ts';
import { growthOf, MOST_GROWTH } from './growth.ts';

const MiB = 1 << 20;
const most = 2 * MiB;
const styleLength = 4000;
const headers = 16 * 1024;

/** What a refusal costs counts too. */
function refusing(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof CleanRefusal || error instanceof Refusal)) throw error;
  }
}

function expectLinear({ make }: GrowingInput, work: (text: string) => unknown, cap = most): void {
  const growth = growthOf({ make, work: (text: string) => refusing(() => work(text)) }, cap);
  expect(growth).toBeLessThanOrEqual(MOST_GROWTH);
}

describe('doubled input costs at most 2.3 times as much', () => {
  test.each(growingPages)('a page of $name', (kind) => {
    expectLinear(kind, (html) => cleanPage(html));
  });

  test.each(growingCells)('a cell of $name', (kind) => {
    expectLinear(kind, (html) => [cleanCell(html), isSelfContained(html)]);
  });

  test.each(growingStyles)('a style of $name', (kind) => {
    let count = 0;
    // A style that was cleaned before is remembered.
    expectLinear(kind, (css) => cleanOwnStyle(`x${count++}:1;${css}`), styleLength);
  });

  test.each(growingPages.filter(({ make }) => make(1).includes('<t')))(
    'the shell of a page of $name',
    ({ name, make }) => {
      const cleaned = (size: number) => {
        try {
          return cleanPage(make(size)).html;
        } catch (error) {
          if (error instanceof CleanRefusal) return '';
          throw error;
        }
      };
      expectLinear({ name, make: cleaned }, (html) => shellRoot({ ...shell, html }), most);
    },
  );

  test.each(growingStyles)('the shell of a style of $name', (kind) => {
    expectLinear(kind, (css) => stylesCss([cleanStyle(css)]), styleLength);
  });

  test.each(growingJson)('a body of $name', (kind) => {
    // Of 512 KiB of objects in each other V8 begins to collect what still lives: a step that is none of ours.
    const cap = kind.name === 'fields that never end' ? most / 8 : most / 4;
    expectLinear(kind, (json) => parseJson(Buffer.from(json)), cap);
  });

  test.each(growingTexts)('a packed page of $name', (kind) => {
    expectLinear({ ...kind, make: (size) => encodePage(kind.make(size)) }, (packed) => decodePage(packed, 2 * most));
  });

  test.each(growingTexts)('an address on a page of $name', (kind) => {
    expectLinear(kind, (text) => [cleanLink(text), cleanLink(`/${text}`), cleanImage(text), anchorId(text)]);
  });

  test.each(growingTexts)('a name of $name', (kind) => {
    expectLinear(kind, (text) => [
      parseDatedTopic(text),
      whyNoTopic(text),
      whyNoTopic(`ACME/DESK/${text}`),
      parseDatedTopic(`ACME/DESK/${text}`),
      parsePrincipal(`ACME/${text}`),
      parseReportDate(text),
      isUserEmail(text),
      isControlName(text),
      linkedFileName(text),
      dispositionOf(text),
    ]);
  });

  test.each(growingTexts)('a header of $name', (kind) => {
    expectLinear(
      kind,
      (text) => [
        acceptedEncoding(text),
        readCookie(text, 'sheetwire'),
        credentialsOf({ authorization: text, cookie: text }, { name: 'a', isSecure: false }),
        credentialsOf({ authorization: `Bearer ${text}` }, { name: 'a', isSecure: false }),
        byteRange(text, 1),
        clientAddress(text),
        isSameOrigin({ secFetchSite: undefined, origin: text, host: text }, own),
      ],
      headers,
    );
  });

  test.each(growingTexts)('the value of a control of $name', (kind) => {
    expectLinear(kind, (value) => controls.map((control) => isValidValue(control, value)));
  });
});

const shell = { styles: [], label: 'x', topic: 'ACME/DESK/X', version: 1, number: 0, nonce: 'x' };
const own = { publicOrigin: undefined, listenHost: '127.0.0.1' };
const kinds: Control['kind'][] = ['text', 'list', 'bool', 'date', 'datetime', 'time', 'button'];
const controls = kinds.map((kind) => ({
  control: { name: 'C', kind },
  markup: '<input data-control="C" min="2026-11-19">',
}));

test('work that grows with the square of its input is told', () => {
  const square = (text: string) => {
    let sum = 0;
    for (let n = 0; n < text.length; n++) for (let m = 0; m < n; m++) sum = (sum * 31 + m) | 0;
    return sum;
  };
  const growth = growthOf({ make: (size) => 'x'.repeat(size), work: square }, MiB / 128);
  expect(growth).toBeGreaterThan(MOST_GROWTH);
});
