import { limits } from '@sheetwire/contract/limits';
import { parseAddress } from '../address.ts';
import { childOf, childrenOf, readTree, textWithin, type XmlNode } from '../drawings/xml-tree.ts';
import type { Relation } from '../read/package-parts.ts';
import { type ReadBudget, spendMemory } from '../read/read-budget.ts';
import type { ZipParts } from '../read/zip.ts';
import type { CellNote } from './note.ts';

interface NoteSource {
  readonly zip: ZipParts;
  readonly budget: ReadBudget;
  /** The names of those who comment, by id. */
  readonly persons: ReadonlyMap<string, string>;
}

/** The notes and threads of one sheet; of a thread the note that older programs are shown is left out. */
export async function readNotes(
  relations: readonly Relation[],
  source: NoteSource,
): Promise<{ readonly notes: CellNote[]; readonly lost: number }> {
  const found = new Map<string, string>();
  let lost = 0;
  const add = (address: string, text: string) => {
    if (found.size >= limits.workbook.notes.most) lost++;
    else {
      const cut =
        text.length > limits.workbook.notes.text
          ? `${text.slice(0, limits.workbook.notes.text).toWellFormed()}…`
          : text;
      spendMemory(source.budget, 0, cut);
      found.set(address, cut);
    }
  };
  for (const node of await listOf(relations, 'comments', source)) {
    const text = noteText(node);
    if (text !== '') add(node.attributes.ref ?? '', text);
  }
  for (const [address, text] of threadTexts(await listOf(relations, 'threadedComment', source), source))
    add(address, text);
  const notes = [...found].flatMap(([address, text]) => {
    const place = parseAddress(address);
    return place ? [{ ...place, text }] : [];
  });
  return { notes, lost };
}

/** Those who write comments. */
export async function readPersons(
  relations: readonly Relation[],
  { zip, budget }: Omit<NoteSource, 'persons'>,
): Promise<ReadonlyMap<string, string>> {
  const part = relations.find(({ kind, target }) => kind === 'person' && zip.has(target));
  if (!part) return new Map();
  const tree = await readTree(zip.read(part.target, false), budget);
  const persons = childrenOf(tree.children[0], 'person');
  return new Map(persons.map(({ attributes }) => [attributes.id ?? '', attributes.displayName ?? '']));
}

async function listOf(
  relations: readonly Relation[],
  kind: string,
  { zip, budget }: NoteSource,
): Promise<readonly XmlNode[]> {
  const part = relations.find((relation) => relation.kind === kind && zip.has(relation.target));
  if (!part) return [];
  const [top] = (await readTree(zip.read(part.target, false), budget)).children;
  return kind === 'comments' ? childrenOf(childOf(top, 'commentList'), 'comment') : childrenOf(top, 'threadedComment');
}

/** The text of a note; '' for one that only tells older programs of a thread. */
function noteText(node: XmlNode): string {
  const content = childOf(node, 'text');
  const pieces = childrenOf(content, 'r').map((run) => textWithin(childOf(run, 't')));
  const text = (pieces.length > 0 ? pieces.join('') : textWithin(childOf(content, 't'))).trim();
  return text.startsWith('[Threaded comment]') ? '' : text;
}

/** The comments of each cell, the answers under what they answer. */
function threadTexts(nodes: readonly XmlNode[], { persons }: NoteSource): Map<string, string> {
  const threads = new Map<string, string[]>();
  for (const node of nodes) {
    const { ref = '', dT = '', personId = '', done, parentId } = node.attributes;
    const by = persons.get(personId) ?? '';
    const when = dT.slice(0, 16).replace('T', ' ');
    const head = [by, when].filter(Boolean).join(', ');
    const text = textWithin(childOf(node, 'text')).trim();
    const lines = threads.get(ref) ?? [];
    lines.push(`${head === '' ? '' : `${head}: `}${text}${done === '1' && !parentId ? ' (resolved)' : ''}`);
    threads.set(ref, lines);
  }
  return new Map([...threads].map(([ref, lines]) => [ref, lines.join('\n')]));
}
