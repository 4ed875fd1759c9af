import { limits } from '@sheetwire/contract/limits';
import { AndFilter, type Client, EqualityFilter, OrFilter } from 'ldapts';
import type { Clock } from '#ports/clock.ts';
import { changedSince, type Mark, readMark } from './cursor.ts';
import type { Dialect, FoundPerson } from './dialect.ts';
import { DirectoryFault } from './fault.ts';
import { type LdapOptions, type LinePace, withLine } from './line.ts';
import { type Look, look, readGroupIds } from './look.ts';

export interface SourceOptions extends LdapOptions {
  readonly userBase: string;
  readonly groupBase: string;
  readonly clock: Clock;
}

const quick: LinePace = { connect: limits.directory.live.wait, answer: limits.directory.live.wait };

/** The directory service as configured: what it holds, what changed in it, and how one person stands now. */
export class LdapSource {
  readonly #options: SourceOptions;
  #dialect: Dialect | undefined;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  /** Everybody and every group; the cursor of other servers is kept. */
  readAll(cursor: string, signal: AbortSignal): Promise<Look> {
    return withLine(this.#options, signal, async (client, bytesRead) => {
      const mark = await this.#mark(client);
      return look({ client, bytesRead, mark, since: undefined, cursor }, this.#options);
    });
  }

  /**
   * What changed since the cursor, and all groups that are there if they are asked for: of the same server, which may
   * know less than another. Undefined when another server answers now, or the cursor is none of ours.
   */
  readChanges(cursor: string, signal: AbortSignal, asksGroups = false): Promise<Look | undefined> {
    return withLine(this.#options, signal, async (client, bytesRead) => {
      const mark = await this.#mark(client);
      const since = changedSince(mark, cursor);
      if (since === undefined) return undefined;
      const looking = { client, bytesRead, mark, since, cursor };
      const found = await look(looking, this.#options);
      return asksGroups ? { ...found, groupIds: await readGroupIds(looking, this.#options.groupBase) } : found;
    });
  }

  /** The people of these names as they stand now; names are compared as the server compares them. */
  lookUp(names: readonly string[], signal: AbortSignal): Promise<FoundPerson[]> {
    return withLine(
      this.#options,
      signal,
      async (client) => {
        const dialect = this.#dialect ?? (await this.#mark(client)).dialect;
        const people: FoundPerson[] = [];
        for (let at = 0; at < names.length; at += limits.directory.presentAtOnce) {
          people.push(...(await this.#named(client, dialect, names.slice(at, at + limits.directory.presentAtOnce))));
        }
        return people;
      },
      names.length === 1 ? quick : undefined,
    );
  }

  /** What answers there, in one line; a base that shows nobody is a fault. */
  describe(signal: AbortSignal): Promise<string> {
    const { url, userBase, groupBase } = this.#options;
    return withLine(
      this.#options,
      signal,
      async (client) => {
        const { dialect } = await this.#mark(client);
        const one = { filter: dialect.people, attributes: [dialect.nameAttribute], sizeLimit: 1 };
        const { searchEntries } = await client.search(userBase, one);
        if (searchEntries.length === 0) throw nobody(userBase);
        await client.search(groupBase, { scope: 'base', attributes: ['1.1'] });
        return `${url} answers (${dialect.name}); people are read from ${userBase}, groups from ${groupBase}`;
      },
      quick,
    );
  }

  async #mark(client: Client): Promise<Mark> {
    const mark = await readMark(client, this.#options.clock.now());
    this.#dialect = mark.dialect;
    return mark;
  }

  async #named(client: Client, dialect: Dialect, names: readonly string[]): Promise<FoundPerson[]> {
    const { userBase, clock } = this.#options;
    const isNamed = names.map((value) => new EqualityFilter({ attribute: dialect.nameAttribute, value }));
    const filter = new AndFilter({ filters: [dialect.people, new OrFilter({ filters: isNamed })] });
    const { searchEntries } = await client.search(userBase, {
      filter,
      sizeLimit: 2 * names.length,
      attributes: [...dialect.personAttributes],
      explicitBufferAttributes: [...dialect.bytesAttributes],
    });
    return searchEntries.map((entry) => dialect.person(entry, clock.now())).filter((person) => person !== undefined);
  }
}

/** The one fault of a base that is there and empty: nobody is taken for gone because of it. */
export function nobody(userBase: string): DirectoryFault {
  return new DirectoryFault(
    `no one was found under ${userBase}; check SHEETWIRE_LDAP_USER_BASE and whether SHEETWIRE_LDAP_BIND_DN can read it`,
  );
}
