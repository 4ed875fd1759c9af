import * as calls from '../live.ts';
import { common } from './common.ts';
import { describe } from './describe.ts';

/** News of reports while they change. */
export const live = [
  describe(calls.stream, {
    summary: 'Open a live stream',
    description: [
      'A stream of Server-Sent Events (`text/event-stream`). The first event is `hello` with a `streamId`; name the reports you want to follow with `live/watch/`, and keep reading. Something is sent at least every `beat` milliseconds, a comment line when there is no news; the client reconnects automatically, gets a new `streamId` and watches again. One stream carries up to 50 reports.',
      '| Event | Carries | What to do |\n| --- | --- | --- |\n| `hello` | `streamId, beat` | Call `live/watch/`. |\n| `delta` | `topic, from, to, time, ops` | Apply `ops` to the version `from`; you then have the version `to`. |\n| `changed` | `topic, version` | Fetch the report. |\n| `rights` | `topic` | Your rights changed: fetch the report. |\n| `topics` | `added, removed, more` | The list of reports you may view changed; with `more`, by too many to name: fetch the list. |\n| `publisher` | `topic, seenUtc, isConnected, isSilent` | Its publisher was last heard from at `seenUtc`. |\n| `waiting` | `topic, sinceUtc, mayRelease` | A newer publish has been waiting for approval since `sinceUtc`; `null` when it no longer waits. |\n| `admin` | `kind, gropic` | Something on the Admin pages changed. |\n| `session` | `reason` | The stream ends: `ended`, `license` or `user`. |',
      'An op is a list that begins with the number of its page. `[page, "c", n, html]` sets the n-th cell, counted from 0 in document order; a fifth entry is its style. `[page, "r", at, remove, html]` replaces rows. `[page, "s", n, css]` sets a style. `[page, "p", html]` replaces the page. A client that only wants to know that something changed can ignore the ops and fetch the report.',
    ].join('\n\n'),
    input: { browserId: common.browserId },
    output: {},
    answerType: 'text/event-stream',
    refusals: { too_many: 'You have 40 streams open. Close one, or try again after Retry-After seconds.' },
  }),
  describe(calls.watch, {
    summary: 'Choose the reports of a live stream',
    description:
      'Says which reports an open stream carries. The list replaces the previous one. When a report has a newer version than yours, the stream brings the changes at once. A report that you may not view is ignored, like one that does not exist.',
    input: {
      streamId: 'The id of the stream, from its `hello` event.',
      topics: 'The reports to follow.',
      'topics.topic': common.topic,
      'topics.version': 'The `version` that you have; 0 when you have none.',
      'topics.viewSecret': common.viewSecret,
      'topics.canInteract':
        '`canInteract` of the version you have: when it is no longer so, a `rights` event follows. If omitted, it is not compared.',
    },
    output: {},
    refusals: {
      not_found: 'The stream has ended. Open a new one.',
      too_many: 'Too many wrong view secrets. Retry-After says how many seconds to wait.',
    },
  }),
];
