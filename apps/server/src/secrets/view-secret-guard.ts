import type { Topic } from '@sheetwire/rules/topic';
import type { RefusalNotes } from '#lib/refused/refusal-notes.ts';
import { type Viewer, type ViewingDeps, viewOf } from '#policies/viewing.ts';
import type { Clock } from '#ports/clock.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { SecretGuesses } from './secret-guesses.ts';

/** Who gives which view secret for what. */
export interface GivenViewSecret {
  readonly actor: Viewer;
  readonly address: string;
  readonly topic: Topic;
  /** Undefined when there is no such report. */
  readonly head: TopicHead | undefined;
  readonly given: string | undefined;
}

/** Refuses with 429 who guesses at view secrets; whether the report may be viewed is decided after it. */
export type ViewSecretGuard = (asked: GivenViewSecret) => Promise<void>;

interface GuardDeps {
  readonly viewing: ViewingDeps;
  readonly guesses: SecretGuesses;
  readonly refusals: RefusalNotes;
  readonly clock: Clock;
}

/**
 * What does not open a report is a guess, whether the report is there, has a secret and is the caller's to view or not:
 * who is refused learns none of it (safety 2). On the web no secret is asked for.
 */
export function viewSecretGuard({ viewing, guesses, refusals, clock }: GuardDeps): ViewSecretGuard {
  return async ({ actor, address, topic, head, given }) => {
    if (actor.kind === 'session' || given === undefined || given === '') return;
    const mayView = (viewSecret: string | undefined) =>
      head !== undefined && viewOf(viewing, { head, actor, viewSecret }).mayView;
    if (mayView(undefined)) return;
    const { user } = actor;
    const row = { at: clock.now(), actor: user, action: 'view refused', object: topic, address };
    await guesses.isRight({
      secret: 'view',
      caller: user,
      address,
      topic,
      given,
      isRight: () => mayView(given),
      // Names of reports that are not there are anybody's.
      firstNote: () =>
        head && refusals.isDue(user, `view ${topic}`) ? { ...row, after: { reason: 'wrong view secret' } } : undefined,
    });
  };
}
