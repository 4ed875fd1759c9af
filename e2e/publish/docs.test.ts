import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { report } from '@sheetwire/contract/reports';
import { buildOds, odsCell, odsRow, odsTable } from '@sheetwire/sheet/test-support/ods-builder';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { test } from 'vitest';
import type { Portal } from '../support/portal.ts';
import { portalRig } from '../support/portal-rig.ts';

const run = promisify(execFile);
let portal: Portal;
let env: NodeJS.ProcessEnv;
let text: string;
portalRig(async (started) => {
  portal = started;
  const { key } = await portal.publisher('DEMO/writer');
  env = { ...process.env, SHEETWIRE: portal.url, KEY: key };
  text = await readFile(join(import.meta.dirname, '../../docs/publish/README.md'), 'utf8');
});

interface Answer {
  readonly version?: number;
  readonly pages?: readonly string[];
}

/** The fenced blocks of a language, as they stand. */
function blocks(language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1] ?? '');
}

function isOfValues(block: string): boolean {
  return block.includes('publish/values/');
}

test('the curl example of a file publishes it as a report', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-docs-'));
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', blocks('sh')[0] ?? ''], { env, cwd: folder });
  await rm(folder, { recursive: true, force: true });
  assert.deepEqual(JSON.parse(stdout).notShown, []);
  const { call } = await portal.publisher('DEMO/writer');
  const { pages, pageNames, metadata } = await call(report, { topic: 'DEMO/DOCS/SALES' });
  assert.match(pages?.[0] ?? '', />1240</);
  assert.deepEqual([pageNames, metadata], [['SALES'], { Source: 'docs' }]);
});

test('the curl examples of workbooks publish .xlsx and .ods as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-docs-'));
  const cell = buildXlsx({ sheets: [{ name: 'Sales', body: cellsXml([['Region', 1240.5]]) }] });
  await writeFile(join(folder, 'book.xlsx'), cell);
  await writeFile(
    join(folder, 'plan.ods'),
    buildOds({ body: odsTable(odsRow(odsCell('Plan') + odsCell(2027)), 'Year') }),
  );
  await run('bash', ['-euo', 'pipefail', '-c', blocks('sh').find((block) => block.includes('plan.ods')) ?? ''], {
    env,
    cwd: folder,
  });
  await rm(folder, { recursive: true, force: true });
  const { call } = await portal.publisher('DEMO/writer');
  const book = await call(report, { topic: 'DEMO/DOCS/BOOK' });
  const plan = await call(report, { topic: 'DEMO/DOCS/PLAN' });
  assert.deepEqual([book.pageNames, plan.pageNames], [['Sales'], ['Year']]);
  assert.match(book.pages?.[0] ?? '', />1240.5</);
  assert.match(plan.pages?.[0] ?? '', />2027</);
});

test('the curl example of values changes the report of the file', async () => {
  const [example] = blocks('sh').filter(isOfValues);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', example ?? ''], { env });
  assert.equal(JSON.parse(stdout).changed, true);
  const { call } = await portal.publisher('DEMO/writer');
  const { pages } = await call(report, { topic: 'DEMO/DOCS/SALES' });
  assert.match(pages?.[0] ?? '', />1310<.*>1,005.50</s);
});

test('the curl examples publish a page, patch a cell and read it back', async () => {
  const examples = blocks('sh').filter((block) => !isOfValues(block) && !/publish\/workbook|^pip /.test(block));
  assert.equal(examples.length, 3);
  const answers: string[] = [];
  for (const example of examples) {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', example], { env });
    answers.push(stdout);
  }
  const [first, patched, read] = answers.map((answer): Answer => JSON.parse(answer));
  assert.equal(first?.version, 1);
  assert.equal(patched?.version, 2);
  assert.equal(read?.version, 2);
  assert.match(read?.pages?.[0] ?? '', /data-cell="B2"[^>]* data-s="1"[^>]*>1,300</);
});

test('the Python example publishes whole once, then the changed cell', async () => {
  const [example] = blocks('python');
  const { stdout } = await run('python3', ['-c', example ?? ''], { env });
  assert.equal(stdout.trim(), '2');
  const { call } = await portal.publisher('DEMO/writer');
  const { pages } = await call(report, { topic: 'DEMO/DOCS/PYTHON' });
  assert.match(pages?.[0] ?? '', />1300</);
});
