import { topicsDetails } from '@sheetwire/contract/viewtopics';
import { useMemo } from 'react';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { useAsked } from '#features/asked/use-asked.ts';
import { useServices } from '#services.ts';

/** Every topic that the user may view, one a line, to read and to copy (spec 2, Account). */
export function TopicsBox() {
  const { session } = useServices();
  const { answer, refresh } = useAsked(async (call, signal) => {
    const { user, topics = [] } = await call(topicsDetails, { currnumtopics: 0 }, { signal });
    const known = session.store.getState();
    if ('user' in known && user !== known.user.user) session.otherUser();
    return topics;
  });
  return (
    <AnswerView answer={answer} onRetry={() => void refresh()}>
      {(topics) => <Topics topics={topics} />}
    </AnswerView>
  );
}

function Topics({ topics }: { topics: readonly string[] }) {
  const lines = useMemo(() => topics.join('\n'), [topics]);
  if (topics.length === 0) return <p className="quiet">You may not view any report yet</p>;
  return (
    <div className="field">
      <textarea
        className="input mono topics"
        aria-label="All available topics"
        readOnly
        wrap="off"
        spellCheck={false}
        rows={10}
        defaultValue={lines}
        key={lines.length}
      />
      <p className="note">{topics.length === 1 ? '1 topic' : `${topics.length.toLocaleString('en')} topics`}</p>
    </div>
  );
}
