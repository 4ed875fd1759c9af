/** Whose names a column holds. */
export type NameKind = 'reports' | 'principals';

/** A column of names. */
export interface NameColumn {
  readonly table: string;
  readonly column: string;
  readonly kind: NameKind;
}

const columns = (kind: NameKind, names: Readonly<Record<string, readonly string[]>>): NameColumn[] =>
  Object.entries(names).flatMap(([table, own]) => own.map((column) => ({ table, column, kind })));

/**
 * Names that others refer to: a row is written under the new name first, and goes under the old one when nothing refers
 * to it any more.
 */
export const holders: readonly NameColumn[] = [
  ...columns('reports', { gropic: ['gropic'], snapshot: ['topic'] }),
  ...columns('principals', { user_group: ['name'] }),
];

/** Columns in which a name may stand that stands nowhere else, as the tables were when spellings became one. */
export const sources: readonly NameColumn[] = [
  ...columns('reports', {
    topic: ['topic'],
    snapshot_setting: ['gropic'],
    snapshot_run: ['topic'],
    snapshot_content: ['topic'],
    control_lease: ['topic'],
    control_update: ['topic'],
    control_held: ['topic'],
    linked_file: ['topic'],
  }),
  ...columns('principals', {
    topic: ['sender'],
    snapshot: ['sender'],
    snapshot_page: ['user_name'],
    account: ['name', 'ad_user'],
    session: ['user_name'],
    stored_info: ['user_name'],
    token: ['user_name'],
    bearer: ['user_name'],
    email_key: ['user_name'],
    identity_link: ['user_name'],
    seat: ['user_name'],
    directory_person: ['name'],
    directory_link: ['user_name'],
    group_member: ['member'],
    perm: ['principal'],
    control_session: ['user_name'],
    control_update: ['owner', 'user_name'],
    control_held: ['owner', 'user_name'],
    linked_file: ['published_by'],
  }),
];

/** Columns that only follow: their names stand elsewhere too, or tell who did something once. */
export const followers: readonly NameColumn[] = [
  ...columns('reports', { keyframe: ['topic'], snapshot_page: ['topic'], perm: ['gropic'], version: ['topic'] }),
  ...columns('principals', { group_member: ['name'], version: ['sender'] }),
];
