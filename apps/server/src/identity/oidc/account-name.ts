import { isEmail, passwordOfEmail } from '@sheetwire/rules/email';
import type { Entity } from '@sheetwire/rules/name';
import { parseEntity } from '@sheetwire/rules/name';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { oneLine } from './sso-fault.ts';

/** What the provider says of a person: claims of the id token and of userinfo. */
export type Claims = Readonly<Record<string, unknown>>;

/** The settings that turn claims into a name. */
export interface NameSettings {
  readonly oidcUserClaim: string;
  readonly oidcEntityClaim: string;
  readonly oidcDefaultEntity: Entity | '';
  /** `corp.example` is the entity ACME: people are then named by what stands before the @. */
  readonly oidcDomainMap: ReadonlyMap<string, Entity>;
}

/** The account that claims name, or why they name none, for the log. */
export type NamedAccount =
  | { readonly user: User; readonly email: string; readonly refused?: undefined }
  | { readonly refused: string };

const defaultClaim = 'preferred_username';

/** The claim that the user name is read from. */
export function userClaimOf({ oidcUserClaim }: Pick<NameSettings, 'oidcUserClaim'>): string {
  return oidcUserClaim === '' ? defaultClaim : oidcUserClaim;
}

/**
 * The account of a person by the configured claims. A name that cleaning would change, but for the case of its letters,
 * is refused: two people must not become one (safety 3, Names).
 */
export function namedAccount(claims: Claims, settings: NameSettings): NamedAccount {
  const claim = userClaimOf(settings);
  const value = claims[claim];
  if (typeof value !== 'string' || value === '') return { refused: `the claim ${claim} is missing` };
  if (claim === 'email' && claims.email_verified !== true)
    return { refused: 'the email address is not verified (email_verified)' };
  const parts = partsOf(value, claims, settings);
  if (typeof parts === 'string') return { refused: parts };
  const user = parseUser(`${parts.entity}/${parts.name}`);
  if (user === undefined || user !== `${parts.entity}/${parts.name.toLowerCase()}`) {
    return { refused: `${claim} "${oneLine(value)}" is not a valid user name` };
  }
  return { user, email: verifiedEmail(claims) };
}

/** With a map of domains the domain decides about the entity; without one the whole value is the name. */
function partsOf(
  value: string,
  claims: Claims,
  settings: NameSettings,
): { readonly entity: Entity; readonly name: string } | string {
  const at = value.lastIndexOf('@');
  if (settings.oidcDomainMap.size > 0 && at >= 0) {
    const domain = value.slice(at + 1).toLowerCase();
    const entity = settings.oidcDomainMap.get(domain);
    if (entity === undefined) return `the domain ${oneLine(domain)} is not in SHEETWIRE_OIDC_DOMAIN_MAP`;
    return { entity, name: value.slice(0, at) };
  }
  const entity = entityOfClaims(claims, settings);
  return typeof entity === 'string' ? { entity, name: value } : entity.refused;
}

function entityOfClaims(
  claims: Claims,
  { oidcEntityClaim, oidcDefaultEntity }: NameSettings,
): Entity | { readonly refused: string } {
  const value = oidcEntityClaim === '' ? undefined : claims[oidcEntityClaim];
  if (value === undefined || value === '') {
    if (oidcDefaultEntity !== '') return oidcDefaultEntity;
    return {
      refused: oidcEntityClaim === '' ? 'no entity is set for this user' : `the claim ${oidcEntityClaim} is missing`,
    };
  }
  if (typeof value !== 'string') return { refused: `the claim ${oidcEntityClaim} is not a string` };
  const entity = parseEntity(value);
  if (entity === undefined || entity !== value.toUpperCase()) {
    return { refused: `${oidcEntityClaim} "${oneLine(value)}" is not a valid entity` };
  }
  return entity;
}

/** Mails with keys go there: only an address that the provider has seen answered counts, and none of a password account. */
function verifiedEmail({ email, email_verified }: Claims): string {
  const isAddress = typeof email === 'string' && isEmail(email) && passwordOfEmail(email) === undefined;
  return isAddress && email_verified === true ? email : '';
}
