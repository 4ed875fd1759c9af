import * as forPrograms from '../publishing/for-programs.ts';
import * as calls from '../publishing/history.ts';
import { common } from './common.ts';
import { describe } from './describe.ts';
import { guardTestWords, guardWords } from './guard.ts';
import { mayNot as mayNotPublish, published } from './publish.ts';
import { versionsWords } from './versions.ts';

const mayNot = {
  ...mayNotPublish,
  not_allowed: 'You are not a publisher of the report or, in the browser, not one of its admins.',
  too_many: 'Too many calls, or too many wrong secrets. Try again after Retry-After seconds.',
} as const;

/** Tags, rollbacks, what is released, and what programs ask of the history and its rules. */
export const publishHistory = [
  describe(calls.publishTag, {
    summary: 'Tag a version',
    description:
      'Gives a version of a report a tag, such as Final 17:30. A version with a tag is kept for good, is listed by `reports/versions/`, and opens with `at`. For publishers with a key or credential, and for admins of the report in the browser.',
    input: {
      topic: common.topic,
      version: 'The version, while it is kept.',
      tag: "One line of up to 60 characters; it replaces the version's tag. Empty text removes it.",
    },
    output: {
      ...published,
      version: 'The version.',
      time: 'When it was published, 17 digits in UTC.',
      changed: 'False when the version had this tag already.',
    },
    refusals: {
      ...mayNot,
      unknown_version: 'The version does not exist or is no longer kept.',
      too_large: 'The report has 200 tags; remove one first.',
    },
  }),
  describe(calls.publishRollback, {
    summary: 'Roll back to a version',
    description:
      'Publishes an earlier version of a report again, as a new version. All open viewers show it at once. Until `publish/release/` is called, publishing the report is refused with `rolled_back`: otherwise the next publish would undo the rollback. For publishers with a key or credential, and for admins of the report in the browser.',
    input: {
      topic: common.topic,
      version: 'The version to show again, while it is kept.',
      reason: 'Why, in one line of up to 500 characters. Everyone who may view the report can read it.',
    },
    output: {
      ...published,
      version: 'The new version: the one to release.',
      changed: 'False when the report was already rolled back to this version.',
    },
    refusals: {
      ...mayNot,
      unknown_version: 'The version is no longer kept, or the report was empty then.',
    },
  }),
  describe(calls.publishRelease, {
    summary: 'Release what is on hold',
    rules: ['time 4', 'time 5'],
    description:
      'After a rollback, ends the hold: the report can be published again. For publishers with a key or credential, and for admins of the report in the browser. For a publish that waits for approval, decides what becomes of it: if released, it becomes the next version; if rejected, it is dropped, and viewers keep what they have. For admins of the report; its publisher can withdraw it with `accept` false. If two people decide at once, the second is told that it is no longer waiting.',
    input: {
      topic: common.topic,
      version:
        'The version of the rollback, which is `have` of the refusal; or the number of the publish that waits, from `held` of the publish or of `admin/guard/`.',
      accept: 'True releases it. False rejects a publish that waits, and has no effect after a rollback.',
      revision:
        'The `revision` of the publish that waits, from `admin/guard/`: exactly that content is released, and anything merged into it since is checked by the rules again. If omitted, the newest content is released.',
      reason:
        'Why, in one line of up to 500 characters: for the audit log, and for the publisher of what is rejected. If omitted, none.',
    },
    output: {
      ...published,
      version: 'The version that viewers see.',
      changed: 'False when publishing had been released already, or when nothing was accepted.',
    },
    refusals: {
      ...mayNot,
      wrong_base_version: 'The report has been rolled back again; `have` is the version to release.',
      unknown_version: 'Nothing is on hold at this version.',
      held_is_gone:
        'The publish is no longer waiting, or a newer one that breaks other rules replaced it; `have` is its number. Review that one first.',
      held_changed:
        'Another revision is waiting, and the one you sent is no longer kept: its differences were never requested from `admin/guard/`, or more than eight newer ones were. Nothing was released; `have` is the revision that is waiting.',
    },
  }),
  describe(forPrograms.publishVersions, {
    ...versionsWords,
    summary: `${versionsWords.summary}, for programs`,
    description: `\`reports/versions/\` for programs. ${versionsWords.description}`,
  }),
  describe(forPrograms.publishGuard, {
    ...guardWords,
    summary: `${guardWords.summary}, for programs`,
    description: `\`admin/guard/\` for programs of an admin of the report. ${guardWords.description}`,
  }),
  describe(forPrograms.publishGuardTest, {
    ...guardTestWords,
    summary: `${guardTestWords.summary}, for programs`,
    description: `\`admin/guardtest/\` for programs of an admin of the report. ${guardTestWords.description}`,
  }),
];
