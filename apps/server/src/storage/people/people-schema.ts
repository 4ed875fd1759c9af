import { type Types, table } from '../column-types.ts';

/** The tables of users and of how they sign in. */
export function peopleTables(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'account',
      [
        `name ${key} not null primary key`,
        `short_name ${key} not null`,
        `email ${text} not null`,
        `email_key ${key} not null`,
        `password_hash ${text}`,
        `ad_user ${text}`,
        `block_admin_page ${int} not null`,
        `can_change_email ${int} not null`,
        `deep_log ${int} not null`,
        `disabled_at ${int}`,
        `recent_reports ${text} not null`,
        `created_at ${int} not null`,
      ],
      t,
    ),
    'create index account_short_name on account (short_name)',
    'create index account_email on account (email_key)',
    ...signInTables(t),
    ...tokenTables(t),
  ];
}

function signInTables(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'session',
      [
        `id_hash ${key} not null primary key`,
        `user_name ${key} not null`,
        `method ${text} not null`,
        `family ${text}`,
        `created_at ${int} not null`,
        `seen_at ${int} not null`,
        `address ${text} not null`,
        `agent ${text} not null`,
      ],
      t,
    ),
    'create index session_of_user on session (user_name)',
    'create index session_by_seen on session (seen_at)',
    table(
      'stored_info',
      [
        `family ${key} not null primary key`,
        `user_name ${key} not null`,
        `current_hash ${key} not null`,
        `previous_hash ${key}`,
        `sealed_successor ${text}`,
        `rotated_at ${int} not null`,
        `created_at ${int} not null`,
      ],
      t,
    ),
    'create index stored_info_user on stored_info (user_name)',
    table('throttle', [`key ${key} not null primary key`, `failures ${int} not null`, `started_at ${int} not null`], t),
    'create index throttle_started on throttle (started_at)',
  ];
}

function tokenTables(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'token',
      [
        `hash ${key} not null primary key`,
        `user_name ${key} not null`,
        `app ${text} not null`,
        `created_at ${int} not null`,
        `expires_at ${int} not null`,
      ],
      t,
    ),
    'create index token_user on token (user_name)',
    table(
      'bearer',
      [
        `hash ${key} not null primary key`,
        `id ${key} not null unique`,
        `user_name ${key} not null`,
        `kind ${text} not null`,
        `name ${text} not null`,
        `token_hash ${key}`,
        `instance_id ${text}`,
        `version ${text}`,
        `created_at ${int} not null`,
        `last_used_at ${int}`,
        `expires_at ${int}`,
      ],
      t,
    ),
    'create index bearer_user on bearer (user_name)',
    'create index bearer_token on bearer (token_hash)',
    table(
      'email_key',
      [
        `hash ${key} not null primary key`,
        `user_name ${key} not null`,
        `purpose ${key} not null`,
        `payload ${text}`,
        `created_at ${int} not null`,
        `expires_at ${int} not null`,
        `used_at ${int}`,
      ],
      t,
    ),
    'create index email_key_user on email_key (user_name)',
    'create index email_key_expires on email_key (expires_at)',
  ];
}
