import { type Types, table } from '../column-types.ts';

/** Connected publishers, updates of controls on their way to them, and values held for them. */
export function controlTables(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'control_session',
      [
        `hash ${key} not null primary key`,
        `user_name ${key} not null`,
        `line_hash ${key} not null`,
        `instance_id ${text} not null`,
        `until ${int} not null`,
        `seen_at ${int} not null`,
        `cursor ${int} not null`,
        `is_told ${int} not null`,
      ],
      t,
    ),
    'create index control_session_user on control_session (user_name)',
    'create index control_session_until on control_session (is_told, until)',
    table('control_lease', [`topic ${key} not null primary key`, `session ${key} not null`], t),
    'create index control_lease_session on control_lease (session)',
    table(
      'control_update',
      [
        `id ${key} not null primary key`,
        `topic ${key} not null`,
        `seq ${int} not null`,
        `owner ${key} not null`,
        `control ${key} not null`,
        `name ${text} not null`,
        `value ${text}`,
        `user_name ${key} not null`,
        `mark ${text} not null`,
        `at ${int} not null`,
        `expires_at ${int} not null`,
        `is_held ${int} not null`,
        `handed ${int} not null`,
        `state ${int} not null`,
      ],
      t,
    ),
    'create index control_update_topic on control_update (topic, seq)',
    'create index control_update_expires on control_update (is_held, expires_at)',
    ...heldTable(t),
  ];
}

/** What a session was opened for and publishes no more: it goes on with the rest, and is told. */
export function lostTopicsColumn({ text }: Types): string[] {
  return [`alter table control_session add column lost ${text} not null default ''`];
}

/** Why a publisher did not take an update, in its own words. */
export function refusalReasonColumn({ text }: Types): string[] {
  return [`alter table control_update add column reason ${text}`];
}

function heldTable(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'control_held',
      [
        `topic ${key} not null`,
        `owner ${key} not null`,
        `control ${key} not null`,
        `name ${text} not null`,
        `value ${text}`,
        `user_name ${key} not null`,
        `at ${int} not null`,
        `version ${int} not null`,
        `base ${int} not null`,
        `markup ${text} not null`,
        'primary key (topic, owner, control)',
      ],
      t,
    ),
  ];
}

/** Updates that nobody was given yet. */
export const WAITING = 'handed = 0 and state = 0';

/** Of all updates that are still known a few wait: they are looked for every few seconds without reading the others. */
export const waitingIndex: readonly string[] = [
  `create index control_update_waiting on control_update (topic) where ${WAITING}`,
];
