import { parseTopic } from '@sheetwire/rules/topic';
import { useRouterState } from '@tanstack/react-router';
import { lazy, useEffect, useRef, useState } from 'react';
import { type HeldDeed, HeldDialog } from '#features/publishing/held-dialog.tsx';
import { automaticRelease, outcomeWords, type WaitingPublish } from '#features/publishing/held-words.ts';
import type { PublishingModel, ReportDetail } from '#features/publishing/publishing-model.ts';
import { decoded } from '#features/selection/viewer-path.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Banner, Chip, WaitingLine } from '#ui/message.tsx';
import { Moment } from '#ui/moment.tsx';
import { Part } from '#ui/part.tsx';
import { Row, Rows } from '#ui/rows.tsx';

const loadDifferences = () => loadChunk(() => import('./held-differences.tsx'));
const HeldDifferences = lazy(async () => ({ default: (await loadDifferences()).HeldDifferences }));

interface HeldPublishProps {
  readonly model: PublishingModel;
  readonly detail: ReportDetail;
  /** Who looks at it: its own publish may be taken back. */
  readonly user: string;
}

/** A publish that waits for approval: why, what it would change, and the way to decide; then what became of it (time 5). */
export function HeldPublish({ model, detail, user }: HeldPublishProps) {
  const { waits } = detail;
  const [deed, setDeed] = useState<HeldDeed>();
  const [dismissed, setDismissed] = useState<WaitingPublish>();
  const gone = useGone(waits);
  const dismiss = (
    <Button size="small" onPress={() => setDismissed(gone)}>
      Dismiss
    </Button>
  );
  return (
    <>
      {waits ? <Waiting {...{ detail, waits, user }} onDeed={setDeed} /> : null}
      {gone && gone !== dismissed ? (
        <Banner tone="blue" icon="info" isAlert action={dismiss}>
          {outcomeWords(gone, detail)}
        </Banner>
      ) : null}
      {deed ? (
        <HeldDialog {...{ deed, now: waits }} onClose={() => setDeed(undefined)} onChanged={() => model.refresh()} />
      ) : null}
    </>
  );
}

/** What waited before and waits no more; undefined where nothing did while the page was open. */
function useGone(waits: WaitingPublish | undefined): WaitingPublish | undefined {
  const known = useRef<{ readonly now?: WaitingPublish | undefined; readonly gone?: WaitingPublish }>({});
  const { now } = known.current;
  const isGone = now !== undefined && now.version !== waits?.version;
  known.current = { ...known.current, now: waits, ...(isGone && { gone: now }) };
  return known.current.gone;
}

interface WaitingProps {
  readonly detail: ReportDetail;
  readonly waits: WaitingPublish;
  readonly user: string;
  readonly onDeed: (deed: HeldDeed) => void;
}

function Waiting({ detail, waits, user, onDeed }: WaitingProps) {
  const { mayRollBack: mayRelease } = detail;
  const [isOpen, setOpen] = useState(false);
  const topic = parseTopic(detail.topic);
  const head = useRef<HTMLHeadingElement>(null);
  const hash = useRouterState({ select: ({ location }) => decoded(location.hash) });
  const isNamed = hash === detail.topic;
  useEffect(() => {
    if (!isNamed) return;
    head.current?.focus({ preventScroll: true });
    head.current?.closest('section')?.scrollIntoView({ block: 'start' });
  }, [isNamed]);
  const isOwn = waits.by === user;
  const [compared, setCompared] = useState<number>();
  const choose = (kind: HeldDeed['kind']) =>
    topic && onDeed({ kind, topic, publish: waits, ...(isOpen && { compared }) });
  return (
    <section className="panel held" aria-labelledby="publishing-held">
      <header>
        <h2 id="publishing-held" ref={head} tabIndex={-1}>
          Waiting for approval
        </h2>
        <Chip tone="amber" icon="pause">
          Viewers do not see it
        </Chip>
      </header>
      <div className="body">
        <Facts {...{ detail, waits, mayRelease }} />
        <div className="row">
          {mayRelease ? (
            <>
              <Button kind="primary" icon="check" onPress={() => choose('release')}>
                Release…
              </Button>
              <Button icon="close" onPress={() => choose('reject')}>
                Reject…
              </Button>
              <Button
                icon="compare"
                aria-expanded={isOpen}
                aria-controls="held-differences"
                onPress={() => setOpen(!isOpen)}
              >
                {isOpen ? 'Hide differences' : 'Show differences'}
              </Button>
            </>
          ) : isOwn ? (
            <Button icon="close" onPress={() => choose('withdraw')}>
              Withdraw…
            </Button>
          ) : null}
        </div>
      </div>
      <Rows label="Rules it breaks">
        {waits.rules.map(({ rule, action, words }) => (
          <Row
            key={`${rule} ${words}`}
            icon="alert"
            name={words}
            note={`Rule ${rule + 1}: ${action === 'hold' ? 'hold for approval' : 'publish and mark'}`}
            action={null}
          />
        ))}
      </Rows>
      {isOpen && topic ? (
        <div id="held-differences">
          <Part fallback={<WaitingLine text="Loading..." />}>
            <HeldDifferences key={waits.version} topic={topic} waits={waits} onCompared={setCompared} />
          </Part>
        </div>
      ) : null}
    </section>
  );
}

/** Who published it, what viewers have meanwhile, and what comes next. */
function Facts({ detail, waits, mayRelease }: Omit<WaitingProps, 'user' | 'onDeed'> & { mayRelease: boolean }) {
  const now = useServices().clock.now();
  const { by, sinceUtc, timeUtc, liveVersion } = waits;
  return (
    <dl className="facts">
      <dt>Published</dt>
      <dd>
        <Moment utc={sinceUtc} now={now} /> by {by}
        {timeUtc === sinceUtc ? null : (
          <>
            , last changed <Moment utc={timeUtc} now={now} />
          </>
        )}
      </dd>
      <dt>Viewers have</dt>
      <dd>{liveVersion === 0 ? 'Nothing yet' : `Version ${liveVersion.toLocaleString('en-US')}`}</dd>
      <dt>Next</dt>
      <dd>
        {mayRelease ? 'Release it or reject it.' : 'An admin of the report can release it.'}
        <Automatic {...{ detail, waits, now }} />
      </dd>
    </dl>
  );
}

/** When it is released by itself, or why it is not though it should be. */
function Automatic({ detail, waits, now }: Pick<WaitingProps, 'detail' | 'waits'> & { now: number }) {
  const { releaseUtc = '' } = waits;
  const at = <Moment utc={releaseUtc} now={now} />;
  switch (automaticRelease(waits, detail, now)) {
    case 'never':
      return null;
    case 'on hold':
      return ' It is not released automatically while publishing is on hold.';
    case 'missed':
      return (
        <>
          {' '}
          It was due to be released automatically {at}, but was not; its publisher may have lost the right to publish.
        </>
      );
    case 'due':
      return <> It is released automatically {at}.</>;
  }
}
