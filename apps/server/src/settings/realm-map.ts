import { type Entity, parseEntity } from '@sheetwire/rules/name';
import { parseUser, type User } from '@sheetwire/rules/principal';

/** Kerberos realms, and Windows domains by their short name, with the entity of their people; keys in upper case. */
export type RealmMap = ReadonlyMap<string, Entity>;

const REALM = /^[A-Z0-9][A-Z0-9._-]*$/;

/** `ACME.TEST=ACME,ACMEDOM=ACME`; undefined when a part is malformed or a realm stands there twice. */
export function parseRealmMap(text: string): RealmMap | undefined {
  const map = new Map<string, Entity>();
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const [realm = '', name = '', ...rest] = part.split('=').map((one) => one.trim());
    const entity = parseEntity(name);
    const key = realm.toUpperCase();
    if (rest.length > 0 || entity === undefined || !REALM.test(key) || map.has(key)) return undefined;
    map.set(key, entity);
  }
  return map;
}

/** The user of a Kerberos principal `alice@ACME.TEST`; undefined for services, machines and realms of others. */
export function userOfPrincipal(map: RealmMap, principal: string): User | undefined {
  const at = principal.lastIndexOf('@');
  // Realms differ by case (RFC 4120 6.1): acme.test is not ACME.TEST.
  const entity = map.get(principal.slice(at + 1));
  return at > 0 && entity !== undefined ? userOf(entity, principal.slice(0, at)) : undefined;
}

/** The user that a proxy names: `ACME/jane`, `DOMAIN\jane`, `jane@REALM`, or `jane` where only one entity is mapped. */
export function userOfHeader(map: RealmMap, text: string): User | undefined {
  const named = /^([^/\\@]+)\/([^/\\@]+)$/.exec(text);
  if (named) return userOfEntity(map, named[1] ?? '', named[2] ?? '');
  const [domain, name] = domainAndName(text);
  const entity = domain === undefined ? onlyEntity(map) : map.get(domain.toUpperCase());
  return entity === undefined ? undefined : userOf(entity, name);
}

function domainAndName(text: string): [string | undefined, string] {
  const backslash = text.indexOf('\\');
  if (backslash >= 0) return [text.slice(0, backslash), text.slice(backslash + 1)];
  const at = text.lastIndexOf('@');
  return at >= 0 ? [text.slice(at + 1), text.slice(0, at)] : [undefined, text];
}

/** Where entities are mapped, a proxy names none but them. */
function userOfEntity(map: RealmMap, given: string, name: string): User | undefined {
  const entity = parseEntity(given);
  const isMapped = map.size === 0 || [...map.values()].some((one) => one === entity);
  return entity !== undefined && entity === given.toUpperCase() && isMapped ? userOf(entity, name) : undefined;
}

function onlyEntity(map: RealmMap): Entity | undefined {
  const [entity, ...others] = new Set(map.values());
  return others.length === 0 ? entity : undefined;
}

/** A name that would have to be cleaned to be one of ours is somebody else's: `robot/host`, `pc01$`, `a, b`. */
function userOf(entity: Entity, name: string): User | undefined {
  const user = name.includes('@') ? undefined : parseUser(`${entity}/${name}`);
  return user === `${entity}/${name.toLowerCase()}` ? user : undefined;
}
