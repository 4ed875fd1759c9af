import { previewRecovery, type SettingKind } from '@sheetwire/contract/recoversettings';
import { useEffect } from 'react';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { useAsked } from '#features/asked/use-asked.ts';
import { type Preview, previewParts } from '#features/recovery/recovery.ts';
import { Banner } from '#ui/message.tsx';

interface PreviewViewProps {
  readonly settings: SettingKind;
  readonly settingsDate: string;
  /** Why the recovery would be refused, undefined when it would not. */
  readonly onRefused: (reason: string | undefined) => void;
}

/** What YES-Recover would change (semantics 7). */
export function PreviewView({ settings, settingsDate, onRefused }: PreviewViewProps) {
  const { answer, refresh } = useAsked((call, signal) => call(previewRecovery, { settings, settingsDate }, { signal }));
  const reason = answer.state === 'known' ? answer.value.message || undefined : undefined;
  const isAsking = answer.state === 'asking';
  useEffect(() => onRefused(isAsking ? 'Comparing with the current settings' : reason), [isAsking, reason, onRefused]);
  return (
    <AnswerView answer={answer} onRetry={() => void refresh()}>
      {(preview) => <Known preview={preview} />}
    </AnswerView>
  );
}

function Known({ preview }: { preview: Preview }) {
  if (preview.message) {
    return (
      <Banner tone="red" icon="alert">
        {preview.message}
      </Banner>
    );
  }
  const parts = previewParts(preview);
  if (parts.length === 0) return <p className="quiet">Nothing would change: these are the current settings.</p>;
  return (
    <section className="preview" aria-label="What would change">
      {parts.map(({ title, count, names }) => (
        <details key={title}>
          <summary>
            {title}: {count.toLocaleString('en-US')}
          </summary>
          <ul>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
            {count > names.length ? <li>and {(count - names.length).toLocaleString('en-US')} more</li> : null}
          </ul>
        </details>
      ))}
    </section>
  );
}
