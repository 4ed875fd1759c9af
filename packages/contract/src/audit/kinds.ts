/** What the fields of a row are called, in the order in which they are read; '' is a value that is no object. */
export type AuditFields = Readonly<Record<string, string>>;

const none = {};
const lists = { viewers: 'Viewers', publishers: 'Publishers', interactors: 'Can interact', admins: 'Admins' };
const account = { email: 'Email', adUser: 'AD user' };
const email = { '': 'Email' };
const members = { '': 'Members' };
const reason = { reason: 'Reason' };
const held = { number: 'Publish number', rules: 'Rules broken', ...reason };
const guesses = { tried: 'Wrong secrets', of: 'Counted', minutes: 'Refused for, minutes' };
const names = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  leftOut: 'Left out: no longer exists',
  lost: 'Rights and memberships lost',
  adopted: 'Left without an admin: taken over',
  total: 'Names in all',
};

const accounts = {
  'user added': account,
  'user added at first login': none,
  'user changed': account,
  'user removed': account,
  'user switches set': {
    canChangeEmail: 'Can change own email',
    blockAdminPage: 'Admin page blocked',
    deepLog: 'Deep logging',
  },
  'user changed by the directory': none,
  'user disabled by the directory': none,
  'user logged out everywhere': none,
  'user group added': none,
  'user group changed': members,
  'user group removed': members,
  'account linked to single sign-on': none,
  'account linked to the directory at login': none,
  'email change requested': email,
  'email changed': email,
  'password set': none,
  'password set by emailed link': none,
  'password reset by emailed link': none,
  'password reset requested': none,
  'password reset requested, no email sent': none,
  'password reset email requested': none,
  'password shown': none,
};

const logins = {
  'login by password': none,
  'login by info': none,
  'login by oidc': none,
  'login by kerberos': none,
  'login by proxy': none,
  'login by oidc failed': none,
  'login by oidc refused': none,
  'login by kerberos refused': none,
  'login by proxy refused': none,
  'login failed': none,
  'logins refused': { failed: 'Failed logins', of: 'Counted', minutes: 'Refused for, minutes' },
  'license refused': none,
  logout: none,
  'logged out everywhere': none,
  'single sign-on refused: the account belongs to another subject': none,
  'stored login replayed': none,
  'session ended': none,
  'credential ended': none,
  'token made': none,
  'token exchanged': none,
  'token reused': none,
  'API key created': none,
  'API key revoked': none,
};

const rights = {
  'admin assumed': lists,
  'rights changed': lists,
  'rights given up': lists,
  'left without an admin': lists,
  'control refused': none,
  'publish refused': reason,
  'view refused': reason,
  'publish secrets refused': guesses,
  'view secrets refused': guesses,
};

const snapshot = { date: 'Snapshot date', version: 'Version', dueUtc: 'Due', ...reason };
const reports = {
  'snapshot settings changed': {
    captures: 'Daily Snapshot',
    time: 'Snapshot time',
    location: 'Location',
    backdates: 'Predate 1 Weekday',
  },
  'snapshot captured': { ...snapshot, capturedAt: 'Replaces the one captured' },
  'snapshot missed': snapshot,
  'snapshots missed': { from: 'First date missed', before: 'Next date due', ...reason },
  'guard changed': { rules: 'Rules', releaseAfterMin: 'Released automatically after, minutes (0 is never)' },
  'publish held': held,
  'publish released': held,
  'publish rejected': held,
  'held publish removed': held,
  'held publish replaced': held,
  'report rolled back': { version: 'Version', restored: 'Content of version', ...reason },
  'publisher released': { version: 'Rolled back as version', ...reason },
  'version tagged': { version: 'Version', tag: 'Tag' },
  'tag removed': { version: 'Version' },
  'retention changed': {
    versionHours: 'Every version, hours',
    minuteDays: 'One a minute, days',
    hourDays: 'One an hour, days',
  },
  'past viewed': { at: 'As of' },
};

const operation = {
  'directory sync failed': { '': 'Reason' },
  'directory sync resumed': none,
  'name changed': { '': 'Name' },
  'settings recovered': {
    ...names,
    also: 'Recovered with it',
    users: 'Users',
    usergroups: 'User Groups',
    permissions: 'Report Permissions',
    snapshots: 'Snapshot Configurations',
  },
  'store backed up': none,
  'store restored': none,
};

/** Every kind of row of the audit log, by its action (semantics 8). */
export const auditKinds = { ...accounts, ...logins, ...rights, ...reports, ...operation } as const satisfies Readonly<
  Record<string, AuditFields>
>;

const kinds = new Map<string, AuditFields>(Object.entries(auditKinds));

/** The words of a row's fields; undefined for a kind that none are known of. */
export function auditFieldsOf(action: string): AuditFields | undefined {
  // The operator's says in its action what was set.
  return kinds.get(action) ?? (action.startsWith('user set ') ? none : undefined);
}
