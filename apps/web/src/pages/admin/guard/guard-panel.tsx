import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { Link } from '@tanstack/react-router';
import { type GuardModel, type GuardState, isEdited } from '#features/admin/guard/guard-model.ts';
import { releasesAtOnce, waitChoices } from '#features/admin/guard/guard-words.ts';
import { type GuardDrafts, useGuard } from '#features/admin/guard/use-guard.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Banner, Chip, WaitingLine } from '#ui/message.tsx';
import { Moment } from '#ui/moment.tsx';
import { Select } from '#ui/select.tsx';
import { MarkedVersions } from './marked-versions.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { RuleList } from './rule-list.tsx';

/** The rules that publishes of a report are held against before viewers see them; a group has none (time 5). */
export function GuardPanel({ gropic, drafts }: { gropic: string; drafts: GuardDrafts }) {
  const topic = parseTopic(gropic);
  return (
    <section className="panel" aria-labelledby="admin-guard">
      <header>
        <h2 id="admin-guard">Publish rules</h2>
      </header>
      <div className="body">
        {topic === undefined ? (
          <p className="quiet">Select a report to set the rules that its publishes are checked against.</p>
        ) : (
          <Rules key={topic} {...{ topic, drafts }} />
        )}
      </div>
    </section>
  );
}

function Rules({ topic, drafts }: { topic: Topic; drafts: GuardDrafts }) {
  const { model, state } = useGuard(drafts, topic);
  const { kept, failure } = state;
  const fault =
    failure === '' ? null : (
      <Banner tone="red" icon="alert" isAlert action={<Button onPress={() => void model.refresh()}>Try again</Button>}>
        {kept ? `This may be out of date: ${failure}` : failure}
      </Banner>
    );
  if (!kept) return fault ?? <WaitingLine text="Loading..." />;
  return (
    <>
      {fault}
      <Held topic={topic} state={state} />
      <p className="quiet">
        Each publish is checked before viewers see it. One that breaks a rule is marked, held for approval or refused.
      </p>
      <RuleList {...{ model, state }} />
      <Wait {...{ model, state }} />
      <Unsaved {...{ model, state }} />
      <Rehearsal {...{ topic, model, state }} />
      <MarkedVersions topic={topic} marked={kept.marked} />
    </>
  );
}

/** Something waits: the way to decide about it. */
function Held({ topic, state: { kept } }: { topic: Topic; state: GuardState }) {
  const now = useServices().clock.now();
  if (!kept?.held) return null;
  const { by, sinceUtc } = kept.held;
  const review = (
    <Link className="button" to="/publishing" hash={topic}>
      Review
    </Link>
  );
  return (
    <Banner tone="amber" icon="pause" action={review}>
      A publish by {by} has been waiting for approval since <Moment utc={sinceUtc} now={now} />.
    </Banner>
  );
}

interface PartProps {
  readonly model: GuardModel;
  readonly state: GuardState;
}

function Wait({ model, state }: PartProps) {
  const { releaseAfterMin, rules } = state;
  const now = useServices().clock.now();
  if (releaseAfterMin === 0 && !rules.some(({ action }) => action === 'hold')) return null;
  const choices = waitChoices(releaseAfterMin);
  const wordsOf = (after: number) => choices.find(([minutes]) => minutes === after)?.[1] ?? '';
  return (
    <div className="narrow field">
      <Select
        label="Hold a publish for approval"
        options={choices.map(([, words]) => words)}
        value={wordsOf(releaseAfterMin)}
        placeholder="Choose"
        onChange={(chosen) => model.releaseAfter(choices.find(([, words]) => words === chosen)?.[0] ?? 0)}
      />
      {releaseAfterMin === 0 ? null : <p className="quiet">It is released automatically after that.</p>}
      {releasesAtOnce(state, now) ? (
        <Banner tone="amber" icon="alert">
          A publish has been waiting longer than that: once you save, everyone sees it. Review it first.
        </Banner>
      ) : null}
    </div>
  );
}

/** What was edited is not in force before it is saved. */
function Unsaved({ model, state }: PartProps) {
  const { isSaving, refusal, isStale } = state;
  if (!isEdited(state) && refusal === '') return null;
  return (
    <div className="stack ruled">
      {isStale ? (
        <Banner tone="amber" icon="alert" isAlert>
          Someone else changed these rules. Discard your changes to see theirs, or save to replace them.
        </Banner>
      ) : null}
      {refusal === '' ? null : (
        <Banner tone="red" icon="alert" isAlert>
          {refusal}
        </Banner>
      )}
      <div className="row">
        <Chip tone="amber" icon="dot">
          Not saved yet
        </Chip>
        <Button kind="primary" isBusy={isSaving} onPress={() => void model.save()}>
          Save rules
        </Button>
        <Button kind="quiet" disabledReason={isSaving ? 'Saving' : undefined} onPress={() => model.discard()}>
          Discard changes
        </Button>
      </div>
    </div>
  );
}
