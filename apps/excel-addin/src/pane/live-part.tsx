import type { PaneModel } from './pane-model.ts';
import { isOn, type PaneState } from './pane-state.ts';
import { momentOf, wordsOfHold, wordsOfLive, wordsOfViewers, wordsOfWaiting } from './pane-words.ts';
import { Button, Notice } from './parts.tsx';

interface LivePartProps {
  readonly model: PaneModel;
  readonly state: PaneState;
  readonly endsWithPane: boolean;
}

/** How the report stands, and what to do about it. */
export function LivePart({ model, state, endsWithPane }: LivePartProps) {
  const { live, detail, detailOf, work } = state;
  const { words, tone } = wordsOfLive(live, detail && { ...detail, of: detailOf });
  return (
    <section className="stack" aria-label="State">
      <Notice role="status" tone={tone}>
        {words}
      </Notice>
      {detail?.held ? (
        <Notice
          tone="amber"
          action={
            <Button isBusy={work === 'release'} onPress={() => void model.release()}>
              Continue
            </Button>
          }
        >
          {wordsOfHold(detail.held)}
        </Notice>
      ) : null}
      {detail?.waits ? <Notice tone="amber">{wordsOfWaiting(detail.waits)}</Notice> : null}
      <Facts state={state} />
      <div className="row">
        <Actions {...{ model, state }} />
      </div>
      {endsWithPane && isOn(live) ? <p className="quiet">Live stops when you close this pane.</p> : null}
    </section>
  );
}

function Facts({ state: { detail } }: Pick<LivePartProps, 'state'>) {
  if (!detail || detail.version === 0) return null;
  const [newest] = detail.versions;
  const at = detail.timeUtc === '' ? '' : `, ${momentOf(detail.timeUtc)}`;
  return (
    <ul className="lines">
      <li>{wordsOfViewers(detail)}</li>
      <li>{`Last version: ${detail.version}${at}${newest ? ` by ${newest.sender}` : ''}`}</li>
      <li>
        <a
          href={`/${detail.topic.split('/').map(encodeURIComponent).join('/')}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open report
        </a>
      </li>
      {detail.notShown.map((line) => (
        <li key={line}>{`Not shown: ${line}`}</li>
      ))}
    </ul>
  );
}

function Actions({ model, state: { live, work } }: Pick<LivePartProps, 'model' | 'state'>) {
  const isStarting = work === 'go-live';
  if (isOn(live)) {
    return (
      <>
        <Button onPress={() => void model.stop()}>Stop</Button>
        {live?.state === 'paused' ? (
          <Button kind="primary" onPress={() => model.resume()}>
            Resume
          </Button>
        ) : (
          <Button onPress={() => model.pause()}>Pause</Button>
        )}
      </>
    );
  }
  if (live?.state === 'lost') {
    return (
      <>
        <Button kind="primary" isBusy={isStarting} onPress={() => void model.goLive()}>
          Take over
        </Button>
        <Button isBusy={isStarting} onPress={() => void model.goLive({ isStandby: true })}>
          Stand by
        </Button>
      </>
    );
  }
  return (
    <>
      <Button kind="primary" isBusy={isStarting} onPress={() => void model.goLive()}>
        Go live
      </Button>
      <Button isBusy={work === 'publish'} onPress={() => void model.publish()}>
        Publish once
      </Button>
      <Button isBusy={work === 'dry-run'} onPress={() => void model.dryRun()}>
        Dry run
      </Button>
    </>
  );
}
