import { previewRecovery, type SettingKind } from '@sheetwire/contract/recoversettings';
import { useEffect } from 'react';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { useAsked } from '#features/asked/use-asked.ts';
import { lostWarning, type Preview, previewParts } from '#features/recovery/recovery.ts';
import { Banner } from '#ui/message.tsx';

interface PreviewViewProps {
  readonly settings: SettingKind;
  readonly settingsDate: string;
  /** What is recovered with it; undefined is what the server takes along by itself. */
  readonly also: readonly SettingKind[] | undefined;
  readonly onKnown: (preview: Preview) => void;
  /** Why the recovery would be refused, undefined when it would not. */
  readonly onRefused: (reason: string | undefined) => void;
}

/** What YES-Recover would change (semantics 7). */
export function PreviewView({ settings, settingsDate, also, onKnown, onRefused }: PreviewViewProps) {
  const { answer, refresh } = useAsked((call, signal) =>
    call(previewRecovery, { settings, settingsDate, ...(also && { also: [...also] }) }, { signal }),
  );
  const preview = answer.state === 'known' ? answer.value : undefined;
  const reason = answer.state === 'known' ? answer.value.message || undefined : undefined;
  const isAsking = answer.state === 'asking';
  useEffect(() => onRefused(isAsking ? 'Comparing with the current settings' : reason), [isAsking, reason, onRefused]);
  useEffect(() => {
    if (preview !== undefined) onKnown(preview);
  }, [preview, onKnown]);
  return (
    <AnswerView answer={answer} onRetry={() => void refresh()}>
      {(known) => <Known preview={known} />}
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
  const warning = lostWarning(preview);
  return (
    <section className="preview" aria-label="What would change">
      {warning === undefined ? null : (
        <Banner tone="amber" icon="alert">
          {warning}
        </Banner>
      )}
      {parts.map(({ title, count, names, isOpen }) => (
        <details key={title} open={isOpen}>
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
