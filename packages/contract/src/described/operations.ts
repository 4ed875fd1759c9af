import * as auditCalls from '../audit.ts';
import * as calls from '../recoversettings.ts';
import * as serverCalls from '../server/calls.ts';
import { common } from './common.ts';
import { describe } from './describe.ts';

const { unauthorized } = common;
const choice = {
  settings: 'What to recover: permissions (rights of reports), users, usergroups or snapshots (their settings).',
  settingsDate: 'The day of the copy, as yyyy-mm-dd; or the time of an undo point. Both from `settingsdates/`.',
  also: 'Kinds to recover in the same step, from the same day: those that the preview offers. If omitted, an undo point restores everything in it.',
} as const;
const days = (of: string) => `The days with a copy of the ${of}, as yyyy-mm-dd.`;

/** A count with the first names, below a field. */
function some<const Name extends string>(name: Name, meaning: string) {
  return {
    [name]: meaning,
    [`${name}.count`]: 'How many.',
    [`${name}.names`]: 'The first of them, by name.',
  } as Record<Name | `${Name}.count` | `${Name}.names`, string>;
}

/** Recovering earlier settings, for super administrators. */
export const recovery = [
  describe(calls.settingsDates, {
    summary: 'List copies of the settings',
    description:
      'The days whose settings can be recovered, and undo points: what earlier recoveries replaced. A copy is made before the first change of a day.',
    input: {},
    output: {
      unauthorized,
      permissions: days('rights of reports'),
      users: days('users'),
      usergroups: days('user groups'),
      snapshots: days('snapshot settings'),
      undoPoints: 'What recoveries replaced, newest first.',
      'undoPoints.settings': 'The kind of settings.',
      'undoPoints.time': 'When it was replaced, ISO 8601 in UTC. Use it as `settingsDate`.',
    },
  }),
  describe(calls.previewRecovery, {
    summary: 'Preview a recovery',
    description: 'Says what a recovery would change, without changing anything.',
    input: choice,
    output: {
      unauthorized,
      message: 'Why the recovery would be refused; empty text when it would not.',
      summary: 'What the recovery would do, as a sentence to show.',
      total: 'How many entries the copy has.',
      ...some('added', 'What would be restored.'),
      ...some('removed', 'What would be removed.'),
      ...some('changed', 'What would change.'),
      ...some(
        'leftOut',
        'Names in the copy that no longer exist or that the directory controls; they are not restored.',
      ),
      ...some('signedOut', 'Users who would be logged out.'),
      lost: 'Rights and memberships that would be removed together with their users or groups. Absent when there are none.',
      'lost.count': 'How many.',
      'lost.rights': 'The first of them.',
      'lost.rights.of': 'The report, the group of reports or the user group.',
      'lost.rights.principal': 'The user or group that would lose them.',
      'lost.rights.rights': 'Which: viewers, interactors, publishers, admins, or member of a user group.',
      also: 'What would change of the kinds that are recovered in the same step.',
      'also.settings': 'The kind of settings.',
      'also.total': 'How many entries its copy has.',
      ...some('also.added', 'What would be restored.'),
      ...some('also.removed', 'What would be removed.'),
      ...some('also.changed', 'What would change.'),
      ...some('also.leftOut', 'Names in the copy that are not restored.'),
      offered: 'Kinds that could be recovered in the same step.',
    },
  }),
  describe(calls.recover, {
    summary: 'Recover settings',
    description:
      'Replaces the current settings with those of an earlier day. What is replaced becomes an undo point, so it can be recovered too.',
    input: choice,
    output: { unauthorized, message: 'What was done, or why nothing was.', success: common.success },
  }),
];

const filter = {
  actor: 'Only rows whose actor contains this text, in upper or lower case.',
  action: 'Only rows whose action contains this text, in upper or lower case.',
  object: 'Only rows whose object contains this text, in upper or lower case.',
  from: 'Only rows at or after this time, ISO 8601 in UTC.',
  to: 'Only rows before this time, ISO 8601 in UTC.',
} as const;

/** The audit log, for super administrators. */
export const audit = [
  describe(auditCalls.auditRows, {
    summary: 'Read the audit log',
    description:
      'Who changed or tried what, newest first, in pages. A page can be empty although older rows follow: continue until `next` is empty.',
    input: {
      ...filter,
      cursor: '`next` of the previous response; if omitted, the list begins with the newest row.',
      most: 'The most rows to return.',
      whole:
        'True for one row alone, with all that was before and after. For a row that came cut short: with `cursor` its time in milliseconds and its number plus one, such as 1795444200000-43 for row 42.',
    },
    output: {
      unauthorized,
      rows: 'The rows, newest first.',
      'rows.id': 'The number of the row.',
      'rows.timeUtc': 'When, ISO 8601 in UTC.',
      'rows.actor': 'Who, as ENTITY/user.name; empty text when no one was logged in.',
      'rows.action': 'What was done.',
      'rows.object': 'What it was done to.',
      'rows.before':
        'What was there before, as JSON text; empty text for nothing. A long one is cut short and ends in an ellipsis.',
      'rows.after':
        'What was there afterwards, as JSON text; empty text for nothing. A long one is cut short and ends in an ellipsis.',
      'rows.address': 'The network address that the call came from.',
      next: 'Where the list continues: send it as `cursor`. Empty text at the end.',
    },
  }),
  describe(auditCalls.auditCsv, {
    summary: 'Download the audit log',
    description: 'The rows that match as a file of comma-separated values, newest first, up to 100,000 of them.',
    input: filter,
    output: {},
    answerType: 'text/csv',
  }),
];

const series = {
  name: 'The name, as in `/metrics`.',
  labels: 'The labels, as in `/metrics`. Figures of single calls are added up: there is no label `call`.',
} as const;

/** The server itself, for super administrators. */
export const server = [
  describe(serverCalls.serverFigures, {
    summary: "Read a server's figures",
    description:
      'The figures of the server that responds, as in `/metrics`. With several servers, each has its own; the load balancer decides which one responds.',
    input: { names: 'Only figures of these names, as in `/metrics`. If omitted, all.' },
    output: {
      unauthorized,
      host: 'The name of the server in its network.',
      timeUtc: 'When the figures were read, ISO 8601 in UTC.',
      status:
        'As `/readyz` says: `ready`; `degraded` without the connection to the other servers; `not ready` without the store, or while new streams are refused; `stopping`.',
      store: 'Whether the store responds.',
      bus: 'Whether the connection to the other servers is up.',
      streams:
        'Whether new live streams are accepted. `false` while the server stops, and after an outage of the store until it has read what it missed.',
      figures: 'Counters since the server started, and current values.',
      'figures.name': series.name,
      'figures.labels': series.labels,
      'figures.value': 'The number, in the unit that the name ends in.',
      durations: 'How long things took since the server started.',
      'durations.name': series.name,
      'durations.labels': series.labels,
      'durations.count': 'How many.',
      'durations.seconds': 'All of them together, in seconds.',
      'durations.half':
        'Half of them took no longer than this many seconds. `null`: none yet, or longer than is measured.',
      'durations.most':
        '95 of 100 took no longer than this many seconds. `null`: none yet, or longer than is measured.',
      'durations.recent': 'The same for the last five to ten minutes.',
      'durations.recent.count': 'How many in that time.',
      'durations.recent.half': 'As `durations.half`, for that time.',
      'durations.recent.most': 'As `durations.most`, for that time.',
    },
  }),
];
