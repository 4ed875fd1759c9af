import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { buildXlsx } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterEach, beforeEach, test } from 'vitest';
import { readSource } from './read-source.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

function book(result: string, formula = 'CUBEVALUE(A1)'): Uint8Array {
  const cells = `<c r="A1"><v>2</v></c><c r="B1"><f>${formula}</f>${result}</c>`;
  return buildXlsx({ sheets: [{ name: 'S', body: `<sheetData><row r="1">${cells}</row></sheetData>` }] });
}

/** A program in LibreOffice's place that answers with a workbook. */
async function office(made: Uint8Array): Promise<{ SHEETWIRE_SOFFICE: string }> {
  const path = join(folder, 'soffice');
  await writeFile(join(folder, 'made.xlsx'), made);
  await writeFile(path, `#!/bin/sh\nwhile [ $# -gt 2 ]; do shift; done\ncp ${folder}/made.xlsx "$1/book.xlsx"\n`);
  await chmod(path, 0o755);
  return { SHEETWIRE_SOFFICE: path };
}

test('formulas without a result in the file are calculated by LibreOffice, and the publisher is told', async () => {
  const file = join(folder, 'book.xlsx');
  await writeFile(file, book('<v/>'));
  const env = await office(book('<v>42</v>'));
  const { pages, warnings } = await readSource({ file, choice: {}, env, signal });
  assert.match(pages[0]?.html ?? '', />42</);
  assert.deepEqual(warnings, ['book.xlsx has formulas without an up-to-date result: LibreOffice calculated them.']);
});

test('formulas that can be evaluated need no LibreOffice', async () => {
  const file = join(folder, 'book.xlsx');
  await writeFile(file, book('<v/>', 'A1*21'));
  const env = await office(book('<v>41</v>'));
  const { pages, warnings } = await readSource({ file, choice: {}, env, signal });
  assert.match(pages[0]?.html ?? '', />42</);
  assert.deepEqual(warnings, []);
});

test('without LibreOffice such formulas show nothing and are named', async () => {
  const file = join(folder, 'book.xlsx');
  await writeFile(file, book('<v/>'));
  const { pages, warnings } = await readSource({ file, choice: {}, env: { SHEETWIRE_SOFFICE: '' }, signal });
  assert.doesNotMatch(pages[0]?.html ?? '', />42</);
  assert.match(warnings.join(), /1 formula on S has no saved result/);
});

test('a workbook with its results is read without LibreOffice', async () => {
  const file = join(folder, 'book.xlsx');
  await writeFile(file, book('<v>41</v>'));
  const { pages } = await readSource({ file, choice: {}, env: await office(book('<v>42</v>')), signal });
  assert.match(pages[0]?.html ?? '', />41</);
});

test('a template is read as a workbook, a binary workbook by LibreOffice', async () => {
  const template = join(folder, 'book.xltx');
  await writeFile(template, book('<v>41</v>'));
  const read = await readSource({ file: template, choice: {}, env: { SHEETWIRE_SOFFICE: '' }, signal });
  assert.match(read.pages[0]?.html ?? '', />41</);
  const binary = join(folder, 'book.xlsb');
  await writeFile(binary, Buffer.from('PK xl/workbook.bin'));
  const made = await readSource({ file: binary, choice: {}, env: await office(book('<v>42</v>')), signal });
  assert.match(made.pages[0]?.html ?? '', />42</);
});

test('a workbook that LibreOffice cannot calculate is published without those results', async () => {
  const file = join(folder, 'book.xlsx');
  await writeFile(file, book('<v/>'));
  const env = { SHEETWIRE_SOFFICE: join(folder, 'none') };
  const { pages, warnings } = await readSource({ file, choice: {}, env, signal });
  assert.match(pages[0]?.html ?? '', />2</);
  assert.match(warnings.join(), /LibreOffice could not calculate the formulas/);
});

test('a workbook under the name of a text is read as what it is', async () => {
  for (const name of ['book.csv', 'book.tsv', 'book.html']) {
    const file = join(folder, name);
    await writeFile(file, book('<v/>', 'A1*21'));
    const { pages } = await readSource({ file, choice: {}, env: { SHEETWIRE_SOFFICE: 'off' }, signal });
    assert.deepEqual([name, pages.map((page) => page.name)], [name, ['S']]);
    assert.match(pages[0]?.html ?? '', />42</);
  }
  const early = join(folder, 'early.csv');
  await writeFile(early, Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  const { pages } = await readSource({ file: early, choice: {}, env: await office(book('<v>43</v>')), signal });
  assert.match(pages[0]?.html ?? '', />43</);
});

test('what is no text is never published as a text table or HTML', async () => {
  const contents = [
    Buffer.from('%PDF-1.7\nx,y'),
    Buffer.from('{\\rtf1 x}'),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]),
  ];
  for (const [n, name] of ['a.csv', 'a.tsv', 'a.html'].entries()) {
    const file = join(folder, name);
    await writeFile(file, contents[n] ?? '');
    const read = readSource({ file, choice: {}, env: { SHEETWIRE_SOFFICE: 'off' }, signal });
    await assert.rejects(read, { exit: exits.file, message: /neither a text table nor HTML; export it as/ });
  }
});

test('text in UTF-16 with a mark at its start is a text table', async () => {
  const file = join(folder, 'a.csv');
  await writeFile(file, Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'));
  const { pages } = await readSource({ file, choice: {}, env: { SHEETWIRE_SOFFICE: 'off' }, signal });
  assert.match(pages[0]?.html ?? '', />2</);
});

test('a broken file is refused in words that others can follow', async () => {
  const file = join(folder, 'broken.xlsx');
  await writeFile(file, book('<v>1</v>').subarray(0, 200));
  await assert.rejects(
    readSource({ file, choice: {}, env: { SHEETWIRE_SOFFICE: '' }, signal }),
    /save it again and publish that file$/,
  );
});
