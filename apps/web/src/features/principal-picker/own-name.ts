/** A name as the reader's displays show it: without the entity when that is the reader's own (spec 3). */
export function ownName(name: string, ownEntity: string): string {
  return ownEntity !== '' && name.startsWith(`${ownEntity}/`) ? name.slice(ownEntity.length + 1) : name;
}
