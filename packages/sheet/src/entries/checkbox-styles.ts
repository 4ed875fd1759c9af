import { childrenOf, type XmlNode } from '../drawings/xml-tree.ts';
import { parseXml, whole } from '../read/xml.ts';

/** The numbers of cell styles that show a truth value as a checkbox; `kinds` are the numbers of complements that do. */
export async function checkboxStyles(styles: Uint8Array, kinds: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  if (kinds.size === 0 || !Buffer.from(styles.buffer, styles.byteOffset, styles.byteLength).includes('xfComplement')) {
    return found;
  }
  let isInCells = false;
  let number = -1;
  await parseXml(once(styles), {
    open(name) {
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) number++;
    },
    openExtension(name, attributes) {
      if (name === 'xfComplement' && isInCells && kinds.has(whole(attributes.i) ?? -1)) found.add(number);
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return found;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Of the complements of cell styles those that lead to a checkbox ([MS-XLSX] 2.6.325, feature property bags). */
export function checkboxKinds(bags: XmlNode): ReadonlySet<number> {
  const list = childrenOf(bags.children[0], 'bag');
  const mapped = list.find(({ attributes }) => attributes.type === 'XFComplements');
  const kinds = idsIn(mapped);
  return new Set([...kinds.keys()].filter((n) => leadsToCheckbox(list, kinds[n] ?? -1)));
}

function idsIn(bag: XmlNode | undefined): number[] {
  const own = [...(bag?.children ?? []), ...childrenOf(bag, 'a').flatMap(({ children }) => children)];
  return own.filter(({ name }) => name === 'bagId').map(({ text }) => whole(text.trim()) ?? -1);
}

function leadsToCheckbox(list: readonly XmlNode[], start: number): boolean {
  const seen = new Set<number>();
  const pending = [start];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const bag = list[place];
    if (!bag || seen.has(place)) continue;
    if (bag.attributes.type === 'Checkbox') return true;
    seen.add(place);
    pending.push(...idsIn(bag));
  }
  return false;
}
