import { type Types, table } from '../column-types.ts';

/** The tables of single sign-on, of the directory's last good copy, of license seats and of mails that wait. */
export function identityTables(t: Types): string[] {
  return [
    ...singleSignOnTables(t),
    ...directoryTables(t),
    ...seatTables(t),
    ...mailTables(t),
    `alter table bearer add column address ${t.text} not null default ''`,
    'create index stored_info_rotated on stored_info (rotated_at)',
  ];
}

function singleSignOnTables(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'identity_link',
      [
        `issuer ${key} not null`,
        `subject ${key} not null`,
        `user_name ${key} not null`,
        `created_at ${int} not null`,
        'primary key (issuer, subject)',
      ],
      t,
    ),
    'create index identity_link_user on identity_link (user_name)',
    table(
      'sso_session',
      [
        `id_hash ${key} not null primary key`,
        `issuer ${key} not null`,
        `subject ${key} not null`,
        `sid ${key}`,
        `sealed_token ${text} not null`,
        `created_at ${int} not null`,
      ],
      t,
    ),
    'create index sso_session_subject on sso_session (issuer, subject)',
    'create index sso_session_created on sso_session (created_at)',
    table(
      'one_time',
      [
        `hash ${key} not null primary key`,
        `purpose ${key} not null`,
        `payload ${text} not null`,
        `expires_at ${int} not null`,
      ],
      t,
    ),
    'create index one_time_expires on one_time (expires_at)',
  ];
}

function directoryTables(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'directory_person',
      [
        `id ${key} not null primary key`,
        `name ${key} not null unique`,
        `email ${text} not null`,
        `is_disabled ${int} not null`,
      ],
      t,
    ),
    table(
      'directory_state',
      [
        `id ${int} not null primary key`,
        `full_at ${int}`,
        `synced_at ${int}`,
        `cursor ${text} not null`,
        `fault ${text} not null`,
        `fault_at ${int}`,
      ],
      t,
    ),
  ];
}

function seatTables(t: Types): string[] {
  const { key, int } = t;
  return [
    table(
      'seat',
      [
        `user_name ${key} not null primary key`,
        `is_held ${int} not null`,
        `since ${int} not null`,
        `seen_at ${int} not null`,
      ],
      t,
    ),
    'create index seat_seen on seat (seen_at)',
  ];
}

function mailTables(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'waiting_mail',
      [
        `id ${key} not null primary key`,
        `sealed ${text} not null`,
        `created_at ${int} not null`,
        `next_at ${int} not null`,
        `tries ${int} not null`,
      ],
      t,
    ),
    'create index waiting_mail_next on waiting_mail (next_at)',
  ];
}
