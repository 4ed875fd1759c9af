import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type DialectAdapter, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { bindable } from '../bind.ts';

const MAX_STATEMENTS = 400;
const ROLLBACK = 'rollback';

/** Kysely on node:sqlite, with the statement cache that Kysely has not and with DDL inside transactions. */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(db: DatabaseSync) {
    const prepared = new BoundedMap<string, SqliteStatement>(MAX_STATEMENTS);
    super({
      database: {
        close: () => db.close(),
        prepare(text) {
          const known = prepared.get(text);
          if (known) return known;
          const statement = text === ROLLBACK ? rollbackOf(db) : wrap(db.prepare(text));
          prepared.set(text, statement);
          return statement;
        },
      },
    });
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}

/** A migration that fails leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** On a full disk SQLite has rolled back by itself; to be told so would hide why. */
function rollbackOf(db: DatabaseSync): SqliteStatement {
  const statement = wrap(db.prepare(ROLLBACK));
  return { ...statement, run: (values) => (db.isTransaction ? statement.run(values) : nothingDone) };
}

const nothingDone = { changes: 0, lastInsertRowid: 0 };

function wrap(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...bound(values)),
    run: (values) => statement.run(...bound(values)),
    iterate: (values) => statement.iterate(...bound(values)),
  };
}

function bound(values: readonly unknown[]): SQLInputValue[] {
  return values.map((value) => {
    const input = bindable(value);
    if (input === null || typeof input === 'string' || typeof input === 'number' || input instanceof Uint8Array) {
      return input;
    }
    throw new TypeError(`a ${typeof input} cannot be stored`);
  });
}
