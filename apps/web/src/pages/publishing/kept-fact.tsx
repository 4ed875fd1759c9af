import { parseTopic } from '@sheetwire/rules/topic';
import { useState } from 'react';
import type { PublishingModel, ReportDetail } from '#features/publishing/publishing-model.ts';
import { keptWords } from '#lib/kept-words.ts';
import { Button } from '#ui/button.tsx';
import { KeepLess } from './keep-less.tsx';

/** For how long versions are kept, and for admins of the report the way to keep less (time 1). */
export function KeptFact({ model, detail }: { readonly model: PublishingModel; readonly detail: ReportDetail }) {
  const [isAsking, ask] = useState(false);
  const { kept, keptAtMost } = detail;
  const topic = parseTopic(detail.topic);
  if (!kept) return null;
  const words = keptWords(kept);
  return (
    <>
      <dt>Kept</dt>
      <dd>
        {words[0]?.toUpperCase()}
        {words.slice(1)}{' '}
        {keptAtMost && topic ? (
          <Button size="small" onPress={() => ask(true)}>
            Keep less
          </Button>
        ) : null}
        {isAsking && keptAtMost && topic ? (
          <KeepLess {...{ topic, kept }} most={keptAtMost} onClose={() => ask(false)} onDone={() => model.refresh()} />
        ) : null}
      </dd>
    </>
  );
}
