import { bytesOf, type ReadBudget, spendMemory } from './read-budget.ts';
import { type Attributes, parseXml } from './xml.ts';
import type { ZipParts } from './zip.ts';

export interface Relation {
  readonly id: string;
  /** Last word of the relation's type: `worksheet`, `styles`, `hyperlink`… */
  readonly kind: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** The relations of a part ('' = the package), targets as paths in the zip file. */
export async function readRelations(zip: ZipParts, part: string, budget: ReadBudget): Promise<Relation[]> {
  const slash = part.lastIndexOf('/');
  const folder = part.slice(0, slash + 1);
  const path = `${folder}_rels/${part.slice(slash + 1)}.rels`;
  if (!zip.has(path)) return [];
  const relations: Relation[] = [];
  await parseXml(zip.read(path, false), {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      budget.relations.spend(1);
      spendMemory(budget, bytesOf.relation, attributes.Target);
      relations.push(relationOf(attributes, folder));
    },
  });
  return relations;
}

function relationOf(attributes: Attributes, folder: string): Relation {
  const isExternal = attributes.TargetMode === 'External';
  const target = attributes.Target ?? '';
  const type = attributes.Type ?? '';
  return {
    id: attributes.Id ?? '',
    kind: type.slice(type.lastIndexOf('/') + 1),
    target: isExternal ? target : resolvePath(folder, target),
    isExternal,
  };
}

function resolvePath(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of target.split(/[/\\]/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The target of the first relation of a kind. */
export function relatedPart(relations: readonly Relation[], kind: string): string | undefined {
  return relations.find((relation) => relation.kind === kind && !relation.isExternal)?.target;
}
