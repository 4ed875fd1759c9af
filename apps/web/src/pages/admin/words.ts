import type { RightsTab } from '#features/admin/perms.ts';

/** The words of each tab (spec 2 and 9, Rights tabs). */
export const tabWords: Record<
  RightsTab,
  { readonly tab: string; readonly list: string; readonly all: string; readonly one: string; readonly add: string }
> = {
  viewers: { tab: 'VIEWERS', list: 'Viewers', all: 'All Viewers', one: 'a viewer', add: 'Add a viewer' },
  publishers: {
    tab: 'PUBLISHERS',
    list: 'Publishers',
    all: 'All Publishers',
    one: 'a publisher',
    add: 'Add a publisher',
  },
  admins: { tab: 'ADMINS', list: 'Admins', all: 'All Admins', one: 'an admin', add: 'Add an admin' },
};

/** `1 user`, `5,000 users`. */
export function countWords(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;
}
