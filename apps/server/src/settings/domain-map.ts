import { type Entity, parseEntity } from '@sheetwire/rules/name';

/** Domains of mail-like names and the entity that each stands for. */
export type DomainMap = ReadonlyMap<string, Entity>;

const domain = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** `corp.example=ACME, …`; undefined when a part is malformed or a domain stands twice. */
export function parseDomainMap(text: string): DomainMap | undefined {
  const map = new Map<string, Entity>();
  const parts = text.split(',').map((part) => part.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim().toLowerCase();
    const entity = equals > 0 ? parseEntity(part.slice(equals + 1)) : undefined;
    if (entity === undefined || !domain.test(name) || map.has(name)) return undefined;
    map.set(name, entity);
  }
  return map;
}
