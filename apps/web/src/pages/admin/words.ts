import type { RightsTab } from '#features/admin/perms.ts';

/** The words of each tab (spec 2 and 9, Rights tabs). */
export const tabWords: Record<
  RightsTab,
  {
    readonly tab: string;
    readonly list: string;
    readonly all: string;
    readonly one: string;
    readonly add: string;
    readonly none: string;
  }
> = {
  viewers: {
    tab: 'VIEWERS',
    list: 'Viewers',
    all: 'All Viewers',
    one: 'a viewer',
    add: 'Add a viewer',
    none: 'No viewers yet',
  },
  publishers: {
    tab: 'PUBLISHERS',
    list: 'Publishers',
    all: 'All Publishers',
    one: 'a publisher',
    add: 'Add a publisher',
    none: 'No publishers yet',
  },
  admins: {
    tab: 'ADMINS',
    list: 'Admins',
    all: 'All Admins',
    one: 'an admin',
    add: 'Add an admin',
    none: 'No admins yet',
  },
};
