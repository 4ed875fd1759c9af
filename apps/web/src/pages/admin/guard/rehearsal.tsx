import { ruleWords } from '@sheetwire/page/guard/rule-words';
import type { Topic } from '@sheetwire/rules/topic';
import { useState } from 'react';
import { keyOf } from '#features/admin/guard/edited-rule.ts';
import type { GuardModel, GuardState, Rehearsed } from '#features/admin/guard/guard-model.ts';
import { firedWords, hourChoices, lookedWords, ruleKeys } from '#features/admin/guard/guard-words.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';
import { Select } from '#ui/select.tsx';
import { FoundVersion } from './found-version.tsx';

interface RehearsalProps {
  readonly topic: Topic;
  readonly model: GuardModel;
  readonly state: GuardState;
}

/** The rules on the screen, tried on the versions of the last hours: how often and when each would have fired (time 5). */
export function Rehearsal({ topic, model, state }: RehearsalProps) {
  const [hours, setHours] = useState(24);
  const { rules, isRehearsing, rehearsed, rehearsalFailure } = state;
  const wordsOf = (of: number) => hourChoices.find(([one]) => one === of)?.[1] ?? '';
  const reason = rules.length === 0 ? 'Add a rule first' : isRehearsing ? 'Trying the rules' : undefined;
  return (
    <section className="stack ruled" aria-labelledby="guard-rehearsal">
      <h3 id="guard-rehearsal">Try the rules</h3>
      <p className="quiet">Before you save these rules, see what they would have done.</p>
      <div className="row" data-align="end">
        <div className="fixed">
          <Select
            label="Versions from"
            options={hourChoices.map(([, words]) => words)}
            value={wordsOf(hours)}
            placeholder="Choose"
            onChange={(words) => setHours(hourChoices.find(([, one]) => one === words)?.[0] ?? hours)}
          />
        </div>
        <Button icon="history" isBusy={isRehearsing} disabledReason={reason} onPress={() => void model.rehearse(hours)}>
          Try rules
        </Button>
      </div>
      {rehearsalFailure === '' ? null : (
        <Banner tone="red" icon="alert" isAlert>
          {rehearsalFailure}
        </Banner>
      )}
      {rehearsed ? <Results {...{ topic, rehearsed }} isOld={keyOf(rehearsed.rules) !== keyOf(rules)} /> : null}
    </section>
  );
}

interface ResultsProps {
  readonly topic: Topic;
  readonly rehearsed: Rehearsed;
  /** Other rules stand on the screen by now. */
  readonly isOld: boolean;
}

function Results({ topic, rehearsed, isOld }: ResultsProps) {
  const { rules, result } = rehearsed;
  const keys = ruleKeys(rules);
  return (
    <div className="stack">
      <p role="status">{lookedWords(rehearsed)}</p>
      {isOld ? <p className="quiet">The rules have changed since then. Try them again.</p> : null}
      {(result.versions ?? 0) === 0 ? null : (
        <ol className="rehearsed" aria-label="What each rule would have done">
          {rules.map((_, n) => (
            <li key={keys[n]}>
              <Result {...{ topic, rehearsed, n }} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Result({ topic, rehearsed, n }: { topic: Topic; rehearsed: Rehearsed; n: number }) {
  const { rules, result } = rehearsed;
  const { fired = 0, versions = [] } = result.results?.[n] ?? {};
  const rule = rules[n];
  const left = fired - versions.length;
  return (
    <>
      <p>
        <strong>{rule ? ruleWords(rule) : ''}</strong>
      </p>
      {fired === 0 ? (
        <p className="quiet">{firedWords(rehearsed, n)}.</p>
      ) : (
        <details open={fired <= 5}>
          <summary>{firedWords(rehearsed, n)}</summary>
          <ul className="found">
            {versions.map(({ version, utc, words }) => (
              <FoundVersion key={version} {...{ topic, version, utc }} words={[words]} />
            ))}
          </ul>
          {left > 0 ? <p className="quiet">And {left.toLocaleString('en-US')} more.</p> : null}
        </details>
      )}
    </>
  );
}
