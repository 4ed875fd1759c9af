import { existsSync, globSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { decodePageInNode } from '@sheetwire/client/decode-page-node';
import { report } from '@sheetwire/contract/reports';
import { expect, test } from 'vitest';
import { runCommand } from '../../apps/cli/src/run-command.ts';
import { TestTerminal } from '../../apps/cli/src/test-support/terminal.ts';
import type { Portal } from '../support/portal.ts';
import { portalRig } from '../support/portal-rig.ts';
import { oneOf } from '../support/soak.ts';

const data = join(import.meta.dirname, '../../../shared/data/xlsx');
const isThere = existsSync(data);
if (!isThere) process.stderr.write(`The sample workbooks are not in ${data}: none is published\n`);
const all = isThere ? globSync('*/*.{xlsx,ods}', { cwd: data }).sort() : [];
/** `packages/sheet` reads and renders them all. */
const files = oneOf(4, all);
/** Files at once: some wait for LibreOffice. The command runs in here: a process for each took longer than the files. */
const LANES = 2;

let portal: Portal;
portalRig(
  (started) => {
    portal = started;
  },
  // One of the workbooks holds 60 MB of text, more than a report may hold without this setting.
  { SHEETWIRE_MAX_REPORT_MIB: '100' },
);

/** Publishes a file as its user would and answers what viewers then get, or what the command said. */
async function publish(file: string, n: number): Promise<string | undefined> {
  const { call, key } = await portal.publisher('DEMO/corpus');
  const topic = `DEMO/CORPUS/F${n}`;
  const args = ['publish', join(data, file), '--to', topic, '--server', portal.url, '--token-env', 'KEY'];
  const terminal = new TestTerminal({ env: { ...process.env, KEY: key } });
  if ((await runCommand(args, terminal)) !== 0) return terminal.warned.join('; ');
  const { pages = [], pageNames = [] } = await call(report, { topic });
  if (pages.length === 0) return 'no page';
  const texts = pages.map((page) => decodePageInNode(page));
  const hollow = texts.findIndex((html) => !html.includes('data-cell="') && !html.includes('<table'));
  return hollow < 0 ? undefined : `page ${pageNames[hollow]} has no table`;
}

test.runIf(isThere)(
  'every sample workbook is published by the command line and is there for viewers',
  { timeout: 600_000 },
  async () => {
    await portal.publisher('DEMO/corpus');
    const faults: string[] = [];
    const queue = files.map((file, n) => ({ file, n }));
    const lane = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const fault = await publish(next.file, next.n);
        if (fault !== undefined) faults.push(`${basename(next.file)} (${extname(next.file)}): ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(all.length).toBeGreaterThan(60);
    expect(faults).toEqual([]);
  },
);
