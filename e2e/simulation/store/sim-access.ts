import { StoreFault } from '@sheetwire/server/ports/store-fault';
import type { Access, Accesses } from '@sheetwire/server/storage/access';
import type { CommandArgs, CommandName } from '@sheetwire/server/storage/commands';
import { CountedPresence } from '@sheetwire/server/storage/counted-presence';
import type { Database } from '@sheetwire/server/storage/database';
import { AppendLane } from '@sheetwire/server/storage/postgres/append-lane';
import type { SealedAppend } from '@sheetwire/server/storage/reports/sealed/row-seals';
import { Kysely } from 'kysely';
import type { Line } from '../world/line.ts';
import type { SimDatabase } from './database.ts';
import { lineDialect } from './line-dialect.ts';

/** What a server asks of the store is refused at once while the store is known to be away, as by `CutPool`. */
class CutLine {
  readonly #line: Line;
  readonly #waiting = new Set<(fault: StoreFault) => void>();
  #isCut = false;

  constructor(line: Line) {
    this.#line = line;
  }

  ask<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (this.#isCut) return Promise.reject(away());
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const done = () => this.#waiting.delete(reject);
      this.#line.ask(what, work).then(
        (value) => done() && resolve(value),
        (fault: unknown) => done() && reject(fault),
      );
    });
  }

  become(isThere: boolean): void {
    this.#isCut = !isThere;
    if (isThere) return;
    for (const refuse of this.#waiting) refuse(away());
    this.#waiting.clear();
  }
}

/** One server's way to the database: for work, for looks at what is new, and for the question whether it is there. */
export function simAccess(database: SimDatabase, line: Line, onFault: (fault: unknown) => void): Accesses {
  const cut = new CutLine(line);
  const presence = new CountedPresence(() => line.ask('is there', async () => undefined), onFault);
  presence.onChange((isThere) => cut.become(isThere));
  const write = <Name extends CommandName>(name: Name, args: CommandArgs<Name>) =>
    cut.ask(name, () => database.write(name, args));
  const lane = new AppendLane((entries: readonly SealedAppend[]) => write('append', { entries }));
  // One read at a time on each, as on a connection.
  const reads = () =>
    new Kysely<Database>({ dialect: lineDialect((query) => cut.ask('read', () => database.read(query))) });
  const access: Access = {
    ...{ db: reads(), looks: reads() },
    dialect: 'sqlite',
    write,
    append: (entry) => lane.add(entry),
    now: () => cut.ask('now', async () => database.now()),
    presence,
    ...noBackups,
    close: async () => presence.close(),
  };
  return { reports: access, people: access };
}

/** The same without any line, for who looks at the end. */
export function directAccess(database: SimDatabase): Accesses {
  const write = <Name extends CommandName>(name: Name, args: CommandArgs<Name>) => database.write(name, args);
  const access: Access = {
    db: database.db,
    dialect: 'sqlite',
    write,
    append: async (entry) => {
      const [outcome] = await write('append', { entries: [entry] });
      if (!outcome) throw new StoreFault('no answer');
      return outcome;
    },
    now: async () => database.now(),
    ...noBackups,
    close: async () => undefined,
  };
  return { reports: access, people: access };
}

const noBackup = () => Promise.reject(new Error('nothing is backed up in a simulation'));
const noBackups = { backup: noBackup, preview: noBackup, recover: noBackup };

function away(): StoreFault {
  return new StoreFault('the database is not responding', '08001');
}
