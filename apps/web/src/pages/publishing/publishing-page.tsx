import '#ui/desk.css';
import './publishing.css';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { paths } from '@sheetwire/contract/paths';
import { defaultEntity } from '@sheetwire/rules/principal';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Gate } from '#features/gate/gate.tsx';
import type { PublishingModel } from '#features/publishing/publishing-model.ts';
import { usePublishing } from '#features/publishing/use-publishing.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Banner, Notice, WaitingLine } from '#ui/message.tsx';
import { ReportLabel } from '#ui/report-label.tsx';
import { ReportList } from './report-list.tsx';
import { ReportPanel } from './report-panel.tsx';
import { SendFile } from './send-file.tsx';

/** Publishing: what the user publishes, how it stands, and a file for it (decision 59). */
export function PublishingPage() {
  return <Gate>{(user) => <Publishing key={user.user} user={user} />}</Gate>;
}

function Publishing({ user }: { user: SessionUser }) {
  const { model, upload } = usePublishing();
  const ownEntity = defaultEntity(user.user) ?? '';
  return (
    <main id="main" className="page publishing">
      <div className="page-head">
        <h1>Publishing</h1>
        <span className="grow" />
        <nav className="row" aria-label="For publishers">
          <Link className="button" to="/account">
            <Icon name="key" />
            API keys
          </Link>
          <a className="button" href={paths.libreOffice} download>
            <Icon name="download" />
            LibreOffice extension
          </a>
          <a className="button" href={`${paths.addIn}manifest.xml`}>
            <Icon name="download" />
            Excel add-in
          </a>
          <a className="button" href={paths.reference}>
            <Icon name="help" />
            API reference
          </a>
        </nav>
      </div>
      <Lost model={model} />
      <Known model={model}>
        <Waits model={model} ownEntity={ownEntity} />
        <SendFile {...{ model, upload, ownEntity }} />
        <Desk {...{ model, ownEntity }} user={user.user} />
      </Known>
    </main>
  );
}

/** The right to publish what was on screen is gone. */
function Lost({ model }: { model: PublishingModel }) {
  const { lost } = useStore(model.store);
  if (lost === '') return null;
  const dismiss = (
    <Button size="small" onPress={() => model.dismissLost()}>
      Dismiss
    </Button>
  );
  return (
    <Banner tone="blue" isAlert action={dismiss}>
      You can no longer publish {lost}. If you need to, ask one of its admins.
    </Banner>
  );
}

/** Waits for the list, says what failed, or that there is nothing to publish and what to do about it. */
function Known({ model, children }: { model: PublishingModel; children: ReactNode }) {
  const { isKnown, failure, reports, places, search } = useStore(model.store);
  const again = <Button onPress={() => model.refresh()}>Try again</Button>;
  const fault =
    failure === '' ? null : (
      <Banner tone="red" icon="alert" isAlert action={again}>
        {isKnown ? `This may be out of date: ${failure}` : failure}
      </Banner>
    );
  if (!isKnown) return fault ?? <WaitingLine text="Loading..." />;
  if (reports.length === 0 && places.length === 0 && search === '') {
    return (
      <>
        {fault}
        <div className="panel">
          <Notice icon="lock">
            <p>
              <strong>You can’t publish any reports yet.</strong>
            </p>
            <p>Ask an admin of a group or report to add you as a publisher.</p>
          </Notice>
        </div>
      </>
    );
  }
  return (
    <>
      {fault}
      {children}
    </>
  );
}

/** Publishes that wait for approval, in whichever report: each is one click away (time 5). */
function Waits({ model, ownEntity }: { model: PublishingModel; ownEntity: string }) {
  const { waiting, selected } = useStore(model.store);
  const others = waiting.filter((topic) => topic !== selected);
  if (others.length === 0) return null;
  return (
    <div className="banner" data-tone="amber" role="status">
      <Icon name="pause" />
      <p className="text">{others.length === 1 ? 'A publish is waiting' : 'Publishes are waiting'} for approval:</p>
      {others.map((topic) => (
        <Button key={topic} size="small" aria-label={`Review ${topic}`} onPress={() => model.select(topic)}>
          <ReportLabel topic={topic} ownEntity={ownEntity} />
        </Button>
      ))}
    </div>
  );
}

interface DeskProps {
  readonly model: PublishingModel;
  readonly ownEntity: string;
  readonly user: string;
}

function Desk({ model, ownEntity, user }: DeskProps) {
  const { reports, search, selected } = useStore(model.store);
  if (reports.length === 0 && search === '' && selected === '') {
    return (
      <div className="panel">
        <Notice icon="folder">
          <p>
            <strong>Nothing is published yet.</strong>
          </p>
          <p>Choose a file above to publish your first report, or publish from your spreadsheet.</p>
        </Notice>
      </div>
    );
  }
  return (
    <div className="split">
      <ReportList model={model} ownEntity={ownEntity} />
      {selected === '' ? (
        <div className="panel">
          <Notice icon="live">
            <p>Select a report to see its publisher, its versions and how many people are viewing it.</p>
          </Notice>
        </div>
      ) : (
        <ReportPanel key={selected} {...{ model, ownEntity, user }} />
      )}
    </div>
  );
}
