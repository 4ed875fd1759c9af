import type { Caller } from '@sheetwire/client/caller';
import { guard } from '@sheetwire/contract/guard/calls';
import type { Topic } from '@sheetwire/rules/topic';
import { useEffect } from 'react';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { useAsked } from '#features/asked/use-asked.ts';
import { compareInWorker } from '#features/compare/in-worker.ts';
import type { WaitingPublish } from '#features/publishing/held-words.ts';
import { PreviewView } from '#features/publishing/preview-view.tsx';
import { sideOf } from '#features/publishing/upload.ts';
import { outcomeWords } from '#features/publishing/words.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';

interface HeldDifferencesProps {
  readonly topic: Topic;
  readonly waits: WaitingPublish;
  /** The revision that is on screen: it is what may be released then. */
  readonly onCompared: (revision: number | undefined) => void;
}

/** What waits beside what viewers have, compared as any two versions are (time 5). One for each publish that waits: revisions are counted within it. */
export function HeldDifferences({ topic, waits, onCompared }: HeldDifferencesProps) {
  const { answer, refresh } = useAsked((call, signal) => compared(call, { topic, version: waits.version }, signal));
  const shown = answer.state === 'known' ? answer.value?.revision : undefined;
  useEffect(() => onCompared(shown), [onCompared, shown]);
  return (
    <AnswerView answer={answer} onRetry={() => void refresh()}>
      {(found) =>
        found === undefined ? (
          <p className="pad">The publish is no longer waiting.</p>
        ) : (
          <>
            {found.revision === waits.revision ? null : (
              <Banner tone="amber" icon="live" action={<Button onPress={() => void refresh()}>Compare again</Button>}>
                The publish has changed since it was compared. Release publishes what is shown here.
              </Banner>
            )}
            <Pages {...{ topic, found }} />
          </>
        )
      }
    </AnswerView>
  );
}

interface Compared {
  readonly topic: Topic;
  /** The number of the publish. */
  readonly version: number;
}

type Found = NonNullable<Awaited<ReturnType<typeof compared>>>;

function Pages({ topic, found: { pages, liveVersion } }: { topic: Topic; found: Found }) {
  if (!pages) return <p className="pad">These pages are too large to compare here.</p>;
  const isNew = liveVersion === 0;
  return (
    <>
      <p className="pad" role="status">
        {outcomeWords(pages, isNew)}
      </p>
      {pages.length === 0 ? null : (
        <PreviewView
          {...{ topic, pages, isNew }}
          names={[`Version ${liveVersion.toLocaleString('en-US')}`, 'Waiting publish']}
        />
      )}
    </>
  );
}

/** Undefined when that publish waits no more, or may not be seen. */
async function compared(call: Caller, { topic, version }: Compared, signal: AbortSignal) {
  const { held } = await call(guard, { topic, sides: true }, { signal });
  if (!held?.sides || held.version !== version) return undefined;
  const { live, held: newer } = held.sides;
  const sides = { label: topic, older: sideOf(live), newer: sideOf(newer) };
  const pages = await compareInWorker(sides, signal);
  return { pages, revision: held.revision, liveVersion: held.liveVersion };
}
