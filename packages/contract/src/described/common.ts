/** Fields that mean the same wherever they stand. */
export const common = {
  topic: 'The report, as ENTITY/GROUP/REPORT. Responses have it in capitals, with single spaces.',
  datedTopic: 'The report, as ENTITY/GROUP/REPORT; with .yyyymmdd at the end it is the snapshot of that day.',
  gropic: 'The group (ENTITY/GROUP) or report (ENTITY/GROUP/REPORT) that this is about.',
  user: 'The user, as ENTITY/user.name.',
  unauthorized: 'True when the caller does not have the right; nothing was changed. Absent otherwise.',
  message: 'What happened, or why nothing did, as a sentence to show. Absent when there is nothing to say.',
  success: 'True when it was done. False with a message when it was not.',
  version: 'The number of this version of the report. It grows with each change and is never used twice.',
  time: 'When this version was published: yyyyMMddHHmmssSSS, in UTC, down to the millisecond.',
  browserId:
    'An id that a browser makes once and keeps: the letter m on a phone, l elsewhere, and a random number. Programs leave it out.',
  viewSecret: 'The view secret of the report, if it has one and you read it with a key or an add-in.',
  held: 'Set when the publish waits for approval: viewers keep `version`. Absent otherwise.',
  heldVersion: 'The number of the waiting publish, for `publish/release/`.',
  heldSince: 'When the publish began to wait, ISO 8601 in UTC.',
  brokenRules: 'The rules that it breaks.',
  brokenRule: 'The rule, by its place in the list, from 0.',
  brokenAction: 'What the rule does: warn, hold or refuse.',
  brokenWords: 'What the rule found, as a sentence to show.',
} as const;

/** What rules say of a publish, in the answer to it. */
export const publishGuard = {
  held: common.held,
  'held.version': common.heldVersion,
  'held.sinceUtc': common.heldSince,
  'held.rules': common.brokenRules,
  'held.rules.rule': common.brokenRule,
  'held.rules.action': common.brokenAction,
  'held.rules.words': common.brokenWords,
  warnings: 'Rules of the report that the version breaks though it was published. Absent when there are none.',
  'warnings.rule': common.brokenRule,
  'warnings.action': common.brokenAction,
  'warnings.words': common.brokenWords,
} as const;

/** What waits for approval, by the name that an answer gives it. */
export function waitingFields<const Name extends string>(name: Name) {
  const told = {
    version: common.heldVersion,
    sinceUtc: common.heldSince,
    rules: common.brokenRules,
    'rules.rule': common.brokenRule,
    'rules.action': common.brokenAction,
    'rules.words': common.brokenWords,
    by: 'Who published it, as ENTITY/user.name.',
    revision:
      'Grows each time a newer publish is merged into it. Send it in `publish/release/` to release exactly what you reviewed.',
    timeUtc: 'When it was last changed, ISO 8601 in UTC.',
    releaseUtc: 'When it is released automatically, ISO 8601 in UTC. Absent when it is not.',
    liveVersion: 'The version that viewers see until then; 0 when there is none.',
  } as const;
  return Object.fromEntries(Object.entries(told).map(([field, meaning]) => [`${name}.${field}`, meaning])) as Record<
    `${Name}.${keyof typeof told}`,
    string
  >;
}

/** An id that comes with a list: sent back, it saves sending the list again. */
export function listId(list: string): string {
  return `The id of the ${list} that you have, from an earlier response; empty text at first. The list is sent only when it differs.`;
}

/** Says with a list that it is a new one. */
export function changedFlag(list: string): string {
  return `True when the ${list} differ from those you have; they are then in this response.`;
}
