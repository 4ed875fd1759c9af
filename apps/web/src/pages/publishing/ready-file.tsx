import { useEffect, useRef } from 'react';
import { PreviewView } from '#features/publishing/preview-view.tsx';
import type { Upload, UploadState } from '#features/publishing/upload.ts';
import { heldWords, outcomeWords, some } from '#features/publishing/words.ts';
import { localTime, parseWireTime } from '#lib/published.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';
import { ReportLabel } from '#ui/report-label.tsx';
import { OpenReport } from './report-panel.tsx';

type Ready = Extract<UploadState, { state: 'ready' | 'publishing' }>;

interface ReadyFileProps {
  readonly state: Ready;
  readonly upload: Upload;
  readonly ownEntity: string;
}

/** The file as viewers will see it, what that changes, and the way to publish it. */
export function ReadyFile({ state, upload, ownEntity }: ReadyFileProps) {
  const { clock } = useServices();
  const { file, topic, preview, pages, live } = state;
  const isBusy = state.state === 'publishing';
  const fault = state.state === 'ready' ? state.fault : '';
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), []);
  const at = live.kind === 'compared' ? parseWireTime(live.time) : undefined;
  const now = at ? `Live ${localTime(at, new Date(clock.now()))}` : 'Live';
  return (
    <>
      <div className="body">
        <div className="row ready-head">
          <p ref={head} className="grow" tabIndex={-1}>
            <strong>{file.name}</strong> → <ReportLabel topic={topic} ownEntity={ownEntity} />
            <br />
            <span role="status">{summaryOf(state)}</span>
          </p>
          <div className="row">
            <Button
              kind="primary"
              icon="live"
              isBusy={isBusy}
              disabledReason={isBusy ? 'Publishing' : undefined}
              onPress={() => void upload.publish()}
            >
              Publish
            </Button>
            <Button kind="quiet" disabledReason={isBusy ? 'Publishing' : undefined} onPress={() => upload.cancel()}>
              CANCEL
            </Button>
          </div>
        </div>
        {fault === '' ? null : (
          <Banner tone="red" icon="alert" isAlert>
            {fault}
          </Banner>
        )}
        {live.kind === 'hidden' ? (
          <Banner tone="blue">
            You can publish this report but not view it, so the file is shown without a comparison.
          </Banner>
        ) : null}
        <NotShown notShown={preview.notShown} />
      </div>
      {pages && pages.length > 0 ? (
        <PreviewView {...{ topic, pages }} names={[now, file.name]} isNew={live.kind !== 'compared'} />
      ) : null}
    </>
  );
}

function summaryOf({ pages, preview, live }: Ready): string {
  if (!pages) return `${some(preview.pages.length, 'page')}, too large to show here`;
  if (live.kind === 'hidden') return some(pages.length, 'page');
  return outcomeWords(pages, live.kind === 'none');
}

/** What the workbook contains and viewers will not see. */
function NotShown({ notShown }: { notShown: Ready['preview']['notShown'] }) {
  if (notShown.length === 0) return null;
  return (
    <details className="not-shown" open={notShown.length <= 3}>
      <summary>Not shown: {some(notShown.length, 'item')}</summary>
      <ul>
        {notShown.map(({ sheet, what, count, why }) => (
          <li key={`${sheet} ${what} ${why}`}>
            <strong>{`${sheet === '' ? '' : `${sheet}: `}${what} (${count.toLocaleString('en-US')})`}</strong> {why}
          </li>
        ))}
      </ul>
    </details>
  );
}

type Published = Pick<PublishedFileProps['state'], 'topic' | 'sent'>;

/** What came of it, with the rules that it breaks. */
function Outcome({ topic, sent }: Published) {
  const { held, warnings = [], changed, version } = sent;
  const rules = held?.rules ?? warnings;
  return (
    <>
      {held ? (
        <Banner tone="amber" icon="pause" isAlert>
          {heldWords(sent)}
        </Banner>
      ) : (
        <Banner tone="green" icon="check" isAlert>
          {changed
            ? `Published ${topic} as version ${version.toLocaleString('en-US')}.`
            : `No changes: ${topic} already shows this.`}
        </Banner>
      )}
      {rules.length === 0 ? null : (
        <Banner tone="amber" icon="alert">
          {rules.length === 1 ? 'It breaks a rule' : 'It breaks rules'} of this report:{' '}
          {rules.map(({ words }) => words).join('; ')}.
        </Banner>
      )}
    </>
  );
}

interface PublishedFileProps {
  readonly state: Extract<UploadState, { state: 'published' }>;
  readonly upload: Upload;
}

/** It is out, or was so already; or it waits for approval. */
export function PublishedFile({ state: { topic, sent }, upload }: PublishedFileProps) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <div className="body" ref={head} tabIndex={-1}>
      <Outcome {...{ topic, sent }} />
      <div className="row">
        <OpenReport topic={topic} />
        <Button onPress={() => upload.cancel()}>Publish another file</Button>
      </div>
    </div>
  );
}
