import type { HostileFile } from './hostile-file.ts';
import { buildOds, odsCell, odsRow, odsTable } from './ods-builder.ts';

const cells = (count: string, value = odsCell(1)) =>
  value.replace('<table:table-cell', `<table:table-cell table:number-columns-repeated="${count}"`);
const many = (count: number, piece: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');

/** Spreadsheets of OpenDocument that a few bytes make large. */
export const hostileOds: readonly HostileFile[] = [
  {
    name: 'a row that repeats a billion times',
    ending: 'ods',
    bytes: () => buildOds({ body: odsTable(odsRow(cells('20'), 'table:number-rows-repeated="1000000000"')) }),
    sentence: /more than 750,000 cells: publish a smaller workbook/,
  },
  {
    name: 'cells that repeat a billion times, in many rows',
    ending: 'ods',
    bytes: () => buildOds({ body: odsTable(odsRow(cells('1000000000')).repeat(60)) }),
    sentence: /more than 750,000 cells: publish a smaller workbook/,
  },
  {
    name: 'dressed cells that repeat without a value, in rows that repeat',
    ending: 'ods',
    bytes: () => {
      const blank = '<table:table-cell table:style-name="ce1" table:number-columns-repeated="999999999"/>';
      return buildOds({
        automatic:
          '<style:style style:name="ce1" style:family="table-cell"><style:table-cell-properties fo:background-color="#ff0000"/></style:style>',
        body: odsTable(odsRow(blank).repeat(4000)),
      });
    },
    sentence: /more than 750,000 cells: publish a smaller workbook/,
  },
  {
    name: 'rows of heights that repeat without end',
    ending: 'ods',
    bytes: () => {
      const row = odsRow('', 'table:visibility="collapse"');
      const far = odsRow(odsCell(1), '');
      return buildOds({
        body: many(3, (n) =>
          odsTable(
            `${row.replace('<table:table-row', '<table:table-row table:number-rows-repeated="1048000"')}${far}`,
            `S${n}`,
          ),
        ),
      });
    },
    sentence: /has more than 1,200,000 rows: delete the empty ones/,
  },
  {
    name: 'entities (ods)',
    ending: 'ods',
    bytes: () => buildOds({ before: '<!DOCTYPE a [<!ENTITY b "c">]>', body: odsTable(odsRow(odsCell('&b;'))) }),
    sentence: /contains XML entities, which are not supported/,
  },
  {
    name: 'groups in groups without end (ods)',
    ending: 'ods',
    bytes: () =>
      buildOds({
        body: odsTable(`${'<table:table-row-group>'.repeat(1000)}${'</table:table-row-group>'.repeat(1000)}`),
      }),
    sentence: /nested too deeply: save it again/,
  },
  {
    name: 'a part that unpacks to hundreds of times its size (ods)',
    ending: 'ods',
    bytes: () => buildOds({ body: odsTable(odsRow(odsCell(' '.repeat(200 * 1024 * 1024)))) }),
    sentence: /too large when unzipped|larger than any cell can be/,
  },
  {
    name: 'spaces that a number makes (ods)',
    ending: 'ods',
    bytes: () => {
      const spaces = `<text:p>${'<text:s text:c="999999999"/>'.repeat(4000)}</text:p>`;
      return buildOds({
        body: odsTable(odsRow(`<table:table-cell office:value-type="string">${spaces}</table:table-cell>`)),
      });
    },
    sentence: /has too much text to publish|characters: shorten its text/,
  },
  {
    name: 'styles without end (ods)',
    ending: 'ods',
    bytes: () =>
      buildOds({
        automatic:
          '<style:style style:name="a" style:family="table-cell"/>'.repeat(1) +
          many(70_001, (n) => `<style:style style:name="c${n}" style:family="table-cell"/>`),
        body: odsTable(odsRow(odsCell(1))),
      }),
    sentence: /too many cell styles: save it again/,
  },
  {
    name: 'sheets without end (ods)',
    ending: 'ods',
    bytes: () => buildOds({ body: many(1001, (n) => odsTable('', `S${n}`)) }),
    sentence: /too many sheets: publish a smaller workbook/,
  },
  {
    name: 'merged areas without end (ods)',
    ending: 'ods',
    bytes: () => {
      const merge = odsCell(1, 'table:number-columns-spanned="9" table:number-rows-spanned="9"');
      return buildOds({ body: odsTable(odsRow(merge.repeat(10_000)).repeat(21)) });
    },
    sentence: /more than 200,000 merged areas: publish a smaller workbook/,
  },
  {
    name: 'a password (ods)',
    ending: 'ods',
    bytes: () =>
      buildOds({
        body: '',
        parts: { 'META-INF/manifest.xml': '<manifest><file-entry><encryption-data/></file-entry></manifest>' },
      }),
    sentence: /password-protected: save it without a password/,
  },
];
