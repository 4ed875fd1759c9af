import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { Selectable } from 'kysely';
import type { AuditNote } from '#ports/audit.ts';
import type { IdentityLink, IdentityLinkStore } from '#ports/sso.ts';
import type { AccessFor, Context } from '../context.ts';
import { auditCommands, type KeptAuditRow, rowOfNote } from '../rights/audit.ts';
import type { IdentityLinkTable } from '../tables/people-tables.ts';

export const identityLinkCommands = {
  async addIdentityLink(context: Context, { link, row }: { link: IdentityLink; row?: KeptAuditRow }): Promise<boolean> {
    const { db, lock } = context;
    await lock('identity link');
    const taken = await db
      .selectFrom('identity_link')
      .select('user_name')
      .where('issuer', '=', link.issuer)
      .where((eb) => eb.or([eb('subject', '=', link.subject), eb('user_name', '=', link.user)]))
      .limit(1)
      .execute();
    if (taken.length > 0) return false;
    await db
      .insertInto('identity_link')
      .values({ issuer: link.issuer, subject: link.subject, user_name: link.user, created_at: link.createdAt })
      .execute();
    if (row) await auditCommands.addAudit(context, row);
    return true;
  },
};

/** Which account an identity provider's subject is; links die with their user. */
export class SqlIdentityLinkStore implements IdentityLinkStore {
  readonly #access: AccessFor<typeof identityLinkCommands>;
  constructor(access: AccessFor<typeof identityLinkCommands>) {
    this.#access = access;
  }

  async get(issuer: string, subject: string): Promise<IdentityLink | undefined> {
    const row = await this.#access.db
      .selectFrom('identity_link')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row && linkOf(row);
  }

  async of(user: User): Promise<readonly IdentityLink[]> {
    const rows = await this.#access.db
      .selectFrom('identity_link')
      .selectAll()
      .where('user_name', '=', user)
      .orderBy('issuer')
      .orderBy('subject')
      .execute();
    return rows.map(linkOf);
  }

  add(link: IdentityLink, note?: AuditNote): Promise<boolean> {
    return this.#access.write('addIdentityLink', { link, ...rowOfNote(note) });
  }
}

function linkOf(row: Selectable<IdentityLinkTable>): IdentityLink {
  return {
    issuer: row.issuer,
    subject: row.subject,
    user: branded<'User'>(row.user_name),
    createdAt: row.created_at,
  };
}
