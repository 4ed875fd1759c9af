import { setImmediate as nextTurn } from 'node:timers/promises';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { openStores } from '../open-stores.ts';
import { cell, jane, report, table, timeOf, whole } from '../suite/builders.ts';
import { cellsOf } from './torn.ts';

/**
 * A program to be killed: writers that publish without end and tag some of it, while what they published is thinned.
 * Arguments: database, data folder.
 */
const WRITERS = 4;
const CELLS = 40;
const TAG_EVERY = 40;
const TAGS = 50;
const PART = 100;

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const { reports, past, marks, now } = await openStores({ databaseUrl, dataDir });

await Promise.all([thin(), ...Array.from({ length: WRITERS }, (_, n) => write(n))]);

async function thin(): Promise<void> {
  for (;;) {
    await nextTurn();
    const to = (await now()) - PART;
    await past.thin({ from: to - 600 * PART, to, width: PART });
    await past.bound({ report: 4 * 1024 ** 2, server: 1024 ** 3 });
  }
}

async function tag(topic: Topic, version: number): Promise<void> {
  await marks.tag(topic, { version, tag: `v${version}`, by: jane });
  const old = version - TAGS * TAG_EVERY;
  if (old > 0) await marks.tag(topic, { version: old, tag: '', by: jane });
}

async function write(writer: number): Promise<void> {
  const topic = branded<'Topic'>(`ACME/RATES/THINNED ${writer}`);
  let base = (await reports.head(topic))?.version ?? 0;
  let version = base + 1;
  // Killed after this version was kept and before it had its tag: nothing was acknowledged of either.
  if (base > 0 && base % TAG_EVERY === 0) await tag(topic, base);
  for (;;) {
    const place = { topic, base, version };
    const texts = cellsOf(version, CELLS);
    if (base === 0 || version % 23 === 0) {
      const [first] = report(version).pages;
      const pages = first ? [{ ...first, html: table(texts) }] : [];
      await reports.append(whole(place, { ...report(version), pages, time: timeOf(version) }));
    } else {
      const ops = texts.map((text, n) => [0, 'c', n, text] as const);
      await reports.append({ ...cell(place, ''), change: { kind: 'delta', ops } });
    }
    if (version % TAG_EVERY === 0) await tag(topic, version);
    process.stdout.write(`ack ${version} ${topic}\n`);
    base = version++;
  }
}
