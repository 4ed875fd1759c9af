import { backup, type DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { faultOf } from '../faults.ts';
import { openReader, openWriter } from './connection.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import type { Answer, FromWriter, ToOpenWriter } from './messages.ts';

/** The database that a writer thread holds. */
export interface HeldDatabase {
  readonly raw: DatabaseSync;
  /** What the main thread asks for. */
  on(message: ToOpenWriter): void;
}

/** Heard by the main thread; memory that is named changes threads. */
export type Tell = (message: FromWriter, moved?: ArrayBuffer[]) => void;

/** Opens the embedded database in the one place that changes it, until it is asked to close. */
export function holdDatabase(file: string, tell: Tell): HeldDatabase {
  const raw = openWriter(file);
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(raw) });
  const commit = new GroupCommit(raw, db, (answers) =>
    tell(
      { kind: 'answers', answers },
      answers.flatMap(({ moved = [] }) => moved),
    ),
  );
  let isBusy = false;
  let isClosing = false;

  // Between two batches the thread looks at its messages, so that all that waits joins the next one.
  const work = async (): Promise<void> => {
    await commit.drain();
    if (!commit.isEmpty) setImmediate(work);
    else finish();
  };
  const finish = (): void => {
    isBusy = false;
    if (!isClosing) return;
    raw.close();
    tell({ kind: 'closed' });
  };

  tell({ kind: 'ready' });
  const on = (message: ToOpenWriter) => {
    switch (message.kind) {
      case 'jobs':
        commit.add(message.jobs);
        break;
      case 'backup':
        copy(file, message.file).then(
          () => tell({ kind: 'answers', answers: [{ id: message.id }] }),
          (error: unknown) => tell({ kind: 'answers', answers: [failed(message.id, error)] }),
        );
        return;
      case 'close':
        isClosing = true;
        break;
    }
    if (isBusy) return;
    isBusy = true;
    if (commit.isEmpty) finish();
    else setImmediate(work);
  };
  return { raw, on };
}

/**
 * By a connection of its own, in one step: the writer's cannot be read while it holds a transaction, and a copy in more
 * steps would begin anew with each commit between them.
 */
async function copy(from: string, to: string): Promise<void> {
  const source = openReader(from);
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** More than a database can have. */
const ALL_PAGES = 2 ** 31 - 1;

function failed(id: number, error: unknown): Answer {
  const { message, code } = faultOf(error);
  return { id, fault: { message, code } };
}
