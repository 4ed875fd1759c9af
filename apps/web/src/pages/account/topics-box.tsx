import { topicsDetails } from '@sheetwire/contract/viewtopics';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { useAsked } from '#features/asked/use-asked.ts';
import { useServices } from '#services.ts';
import { ReadOnlyText } from '#ui/read-only-text.tsx';

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
  if (topics.length === 0) return <p className="quiet">None yet. Ask an admin to add you as a viewer.</p>;
  const note = topics.length === 1 ? '1 topic' : `${topics.length.toLocaleString('en')} topics`;
  return <ReadOnlyText label="All available topics" lines={topics} note={note} />;
}
