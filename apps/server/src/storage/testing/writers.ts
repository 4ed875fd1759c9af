import { branded } from '@sheetwire/rules/name';
import { openStores } from '../open-stores.ts';
import { cell, report, table, timeOf, whole } from '../suite/builders.ts';
import { cellsOf } from './torn.ts';

/** A program to be killed: writers that publish without end, and say what they do. Arguments: database, data folder. */
const WRITERS = 16;
const CELLS = 40;
/** Some reports are large, so that a kill meets them half written. */
const FILLER = 'x'.repeat(3000);

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const { reports } = await openStores({ databaseUrl, dataDir });

await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n)));

async function write(writer: number): Promise<void> {
  const topic = branded<'Topic'>(`ACME/RATES/WRITER ${writer}`);
  let base = (await reports.head(topic))?.version ?? 0;
  let version = base + 1;
  for (;;) {
    await reports.append(entryOf({ topic, base, version }, writer));
    say(`ack ${version} ${topic}\n`);
    base = version++;
  }
}

/** A pipe is written at once, so a line is out before the next version begins. */
function say(line: string): void {
  process.stdout.write(line);
}

function entryOf(place: { topic: Parameters<typeof cell>[0]['topic']; base: number; version: number }, writer: number) {
  const texts = cellsOf(place.version, CELLS).map((text) => (writer % 4 === 0 ? text + FILLER : text));
  if (place.base === 0 || place.version % 7 === 0) {
    const [first] = report(place.version).pages;
    const pages = first ? [{ ...first, html: table(texts) }] : [];
    return whole(place, { ...report(place.version), pages, time: timeOf(place.version) });
  }
  const ops = texts.map((text, n) => [0, 'c', n, text] as const);
  return { ...cell(place, ''), change: { kind: 'delta', ops } } as const;
}
