import type { Bus } from '#ports/bus.ts';
import type { NameLists } from './name-lists.ts';

export interface PeopleNewsDeps {
  readonly names: NameLists;
  readonly bus: Bus;
  /** Tells the browsers of super admins on every node to ask for a list again. */
  readonly tellAdmins: (list: string) => void;
  /** Has every node read all rights again; resolves once this one obeys them. */
  readonly tellRights: () => Promise<void>;
}

/** Lists that the pages of super admins show. */
export type PeopleList = 'users' | 'usergroups';

/** Tells a change of users or groups to whoever shows or obeys it, on every node (quality: within a second). */
export class PeopleNews {
  readonly #deps: PeopleNewsDeps;

  constructor(deps: PeopleNewsDeps) {
    this.#deps = deps;
    const { bus, names } = deps;
    bus.onMessage(({ kind }) => {
      if (kind === 'admin' || kind === 'directory' || kind === 'rights') names.changed();
    });
    bus.onGap(() => names.changed());
  }

  /** The store holds the change already; who knows which part of the rights it touches gives a way to tell that alone. */
  async changed(list: PeopleList, tellRights = this.#deps.tellRights): Promise<void> {
    this.#deps.names.changed();
    await tellRights();
    this.#deps.tellAdmins(list);
  }
}
