import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { Selectable } from 'kysely';
import type { BearerRecord, TokenRecord, TokenStore } from '#ports/tokens.ts';
import type { Access, Context } from '../access.ts';
import type { BearerTable, TokenTable } from '../database.ts';

export const tokenCommands = {
  async saveToken({ db }: Context, token: TokenRecord): Promise<void> {
    await db
      .insertInto('token')
      .values({
        hash: token.hash,
        user_name: token.user,
        app: token.app,
        created_at: token.createdAt,
        expires_at: token.expiresAt,
      })
      .execute();
  },

  /** One exchange of a token at a time: of two at once the later ends the earlier's credential. */
  async exchangeToken({ db, lock }: Context, bearer: BearerRecord): Promise<string[]> {
    if (bearer.tokenHash === null) throw new TypeError('a credential comes from a token');
    await lock(`token ${bearer.tokenHash}`);
    const ended = await db
      .deleteFrom('bearer')
      .where('token_hash', '=', bearer.tokenHash)
      .where('kind', '=', 'credential')
      .returning('hash')
      .execute();
    await db.insertInto('bearer').values(rowOf(bearer)).execute();
    return ended.map((row) => row.hash);
  },

  async saveBearer({ db }: Context, bearer: BearerRecord): Promise<void> {
    await db.insertInto('bearer').values(rowOf(bearer)).execute();
  },

  async useBearer({ db }: Context, { hash, at }: { hash: string; at: number }): Promise<void> {
    await db.updateTable('bearer').set({ last_used_at: at }).where('hash', '=', hash).execute();
  },

  async revokeKey({ db }: Context, { user, id }: { user: User; id: string }): Promise<boolean> {
    const result = await db
      .deleteFrom('bearer')
      .where('user_name', '=', user)
      .where('kind', '=', 'apikey')
      .where('id', '=', id)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  },

  async endBearers({ db }: Context, { user }: { user: User }): Promise<void> {
    await db.deleteFrom('token').where('user_name', '=', user).execute();
    await db.deleteFrom('bearer').where('user_name', '=', user).execute();
  },

  async sweepTokens({ db }: Context, { now }: { now: number }): Promise<number> {
    const tokens = await db.deleteFrom('token').where('expires_at', '<=', now).executeTakeFirst();
    const bearers = await db.deleteFrom('bearer').where('expires_at', '<=', now).executeTakeFirst();
    return Number(tokens.numDeletedRows + bearers.numDeletedRows);
  },
};

/** Add-in tokens, the credentials made of them, and API keys. */
export class SqlTokenStore implements TokenStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  saveToken(token: TokenRecord): Promise<void> {
    return this.#access.write('saveToken', token);
  }

  async token(hash: string): Promise<TokenRecord | undefined> {
    const row = await this.#access.db.selectFrom('token').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row && tokenOf(row);
  }

  exchange(bearer: BearerRecord): Promise<readonly string[]> {
    return this.#access.write('exchangeToken', bearer);
  }

  saveKey(bearer: BearerRecord): Promise<void> {
    return this.#access.write('saveBearer', bearer);
  }

  async bearer(hash: string): Promise<BearerRecord | undefined> {
    const row = await this.#access.db.selectFrom('bearer').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row && bearerOf(row);
  }

  used(hash: string, at: number): Promise<void> {
    return this.#access.write('useBearer', { hash, at });
  }

  async keysOf(user: User): Promise<readonly BearerRecord[]> {
    const rows = await this.#access.db
      .selectFrom('bearer')
      .selectAll()
      .where('user_name', '=', user)
      .where('kind', '=', 'apikey')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(bearerOf);
  }

  revokeKey(user: User, id: string): Promise<boolean> {
    return this.#access.write('revokeKey', { user, id });
  }

  endAll(user: User): Promise<void> {
    return this.#access.write('endBearers', { user });
  }

  sweep(now: number): Promise<number> {
    return this.#access.write('sweepTokens', { now });
  }
}

function tokenOf(row: Selectable<TokenTable>): TokenRecord {
  return {
    hash: row.hash,
    user: branded<'User'>(row.user_name),
    app: row.app,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function rowOf(bearer: BearerRecord): BearerTable {
  return {
    hash: bearer.hash,
    id: bearer.id,
    user_name: bearer.user,
    kind: bearer.kind,
    name: bearer.name,
    token_hash: bearer.tokenHash,
    instance_id: bearer.instanceId,
    version: bearer.version,
    created_at: bearer.createdAt,
    last_used_at: bearer.lastUsedAt,
    expires_at: bearer.expiresAt,
  };
}

function bearerOf(row: Selectable<BearerTable>): BearerRecord {
  return {
    id: row.id,
    hash: row.hash,
    user: branded<'User'>(row.user_name),
    kind: row.kind === 'apikey' ? 'apikey' : 'credential',
    name: row.name,
    tokenHash: row.token_hash,
    instanceId: row.instance_id,
    version: row.version,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
