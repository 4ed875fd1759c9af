import { Link } from '@tanstack/react-router';
import { useStore } from 'zustand';
import type { PublishingModel, ReportDetail } from '#features/publishing/publishing-model.ts';
import { isRemoved, publisherWords, sizeWords, some } from '#features/publishing/words.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Banner, Chip, type Tone, WaitingLine } from '#ui/message.tsx';
import { Moment } from '#ui/moment.tsx';
import { ReportLabel } from '#ui/report-label.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { HeldPublish } from './held-publish.tsx';
import { KeptFact } from './kept-fact.tsx';
import { ListPart as Part } from './list-part.tsx';
import { OnHold } from './on-hold.tsx';
import { PublishHistory } from './publish-history.tsx';

interface ReportPanelProps {
  readonly model: PublishingModel;
  readonly ownEntity: string;
  readonly user: string;
}

/** One report as its publishers see it. */
export function ReportPanel({ model, ownEntity, user }: ReportPanelProps) {
  const { selected, detail, detailFailure } = useStore(model.store);
  return (
    <div className="stack">
      {detailFailure === '' ? null : (
        <Banner tone="red" icon="alert" isAlert action={<Button onPress={() => model.refresh()}>Try again</Button>}>
          {detailFailure}
        </Banner>
      )}
      <section className="panel" aria-labelledby="publishing-report">
        <header>
          <h2 id="publishing-report" className="big">
            <ReportLabel topic={selected} ownEntity={ownEntity} />
          </h2>
          {detail ? <PublisherChip detail={detail} /> : null}
          <span className="grow" />
          {detail?.isLive ? <OpenReport topic={selected} /> : null}
        </header>
        <div className="body">
          {detail ? <Facts {...{ model, detail }} /> : detailFailure === '' ? <WaitingLine text="Loading..." /> : null}
        </div>
      </section>
      {detail ? <HeldPublish {...{ model, detail, user }} /> : null}
      {detail ? <OnHold model={model} detail={detail} /> : null}
      {detail ? <Lists detail={detail} /> : null}
      {detail ? <PublishHistory model={model} detail={detail} /> : null}
    </div>
  );
}

/** The way to a report as its viewers see it. */
export function OpenReport({ topic }: { topic: string }) {
  const [entity = '', group = '', report = ''] = topic.split('/');
  return (
    <Link className="button" to="/$entity/$group/$report" params={{ entity, group, report }}>
      <Icon name="eye" />
      Open report
    </Link>
  );
}

const tones: Readonly<Record<ReportDetail['publisher'], Tone | undefined>> = {
  connected: 'green',
  silent: 'amber',
  none: undefined,
};

function PublisherChip({ detail }: { detail: ReportDetail }) {
  const { publisher } = detail;
  const isGone = isRemoved(detail);
  const icon = publisher === 'connected' ? 'live' : publisher === 'silent' ? 'silent' : 'dot';
  return (
    <Chip tone={isGone ? 'red' : tones[publisher]} icon={isGone ? 'close' : icon}>
      {publisherWords(detail)}
    </Chip>
  );
}

function Facts({ model, detail }: { model: PublishingModel; detail: ReportDetail }) {
  const now = useServices().clock.now();
  const { timeUtc, sender, publisher, seenUtc, viewers, historyBytes, hasPublishSecret } = detail;
  const isPublished = timeUtc !== '';
  return (
    <dl className="facts">
      <dt>{isRemoved(detail) ? 'Removed' : 'Published'}</dt>
      <dd>
        {isPublished ? (
          <>
            <Moment utc={timeUtc} now={now} /> by {sender}
          </>
        ) : (
          'Not published yet'
        )}
      </dd>
      <dt>Publisher</dt>
      <dd>
        {publisherWords({ publisher, isLive: true, timeUtc })}
        {publisher === 'connected' || seenUtc === null ? null : (
          <>
            {publisher === 'silent' ? ' since ' : ', last heard '}
            <Moment utc={seenUtc} now={now} />
          </>
        )}
      </dd>
      <dt>Viewing now</dt>
      <dd>{some(viewers, 'viewer')}</dd>
      {historyBytes === undefined ? null : (
        <>
          <dt>History</dt>
          <dd>{sizeWords(historyBytes)}</dd>
        </>
      )}
      <KeptFact {...{ model, detail }} />
      {hasPublishSecret ? (
        <>
          <dt>Publish secret</dt>
          <dd>Required</dd>
        </>
      ) : null}
    </dl>
  );
}

function Lists({ detail: { notShown, refused } }: { detail: ReportDetail }) {
  const now = useServices().clock.now();
  return (
    <>
      {refused.length === 0 ? null : (
        <Part id="publishing-refused" title="Refused" count={refused.length}>
          <Rows label="Refused">
            {refused.map(({ timeUtc, user, code, message, count }) => (
              <Row
                key={`${timeUtc} ${user} ${code}`}
                icon="alert"
                name={message}
                note={
                  <>
                    {count > 1 ? `${some(count, 'time')}, last ` : ''}
                    <Moment utc={timeUtc} now={now} /> by {user}
                  </>
                }
                action={null}
              />
            ))}
          </Rows>
        </Part>
      )}
      {notShown.length === 0 ? null : (
        <Part id="publishing-hidden" title="Not shown" count={notShown.length}>
          <Rows label="Not shown">
            {notShown.map((what) => (
              <Row
                key={what}
                icon="eye-off"
                name={what}
                note="In the last workbook, but not on its pages"
                action={null}
              />
            ))}
          </Rows>
        </Part>
      )}
    </>
  );
}
