import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useVersionDeed } from '#features/history/use-version-deed.tsx';
import { VersionActions } from '#features/history/version-actions.tsx';
import type { VersionDeed } from '#features/history/version-dialog.tsx';
import type { PublishingModel, ReportDetail } from '#features/publishing/publishing-model.ts';
import { changeWords, sizeWords, sourceWords, type ToldVersion } from '#features/publishing/words.ts';
import { localTime } from '#lib/published.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Chip } from '#ui/message.tsx';
import { Moment } from '#ui/moment.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { ListPart } from './list-part.tsx';

/** The publishes of a report: who, when, from what, how much, and what may be done with each (time 4). */
export function PublishHistory({ model, detail }: { model: PublishingModel; detail: ReportDetail }) {
  const { versions, hasMore, mayRollBack, version: newest } = detail;
  const topic = parseTopic(detail.topic);
  const { choose, dialog } = useVersionDeed(() => model.refresh());
  return (
    <ListPart id="publishing-versions" title="Publish history" count={versions.length}>
      {versions.length === 0 ? <p className="quiet">No recent versions.</p> : null}
      <Rows label="Publish history">
        {versions.map((version) => (
          <Row
            key={version.version}
            icon={iconOf(version)}
            name={<Name version={version} />}
            note={<Note version={version} />}
            action={
              topic === undefined ? null : (
                <Actions {...{ topic, version, mayRollBack }} isNewest={version.version === newest} onChoose={choose} />
              )
            }
          />
        ))}
      </Rows>
      {hasMore ? (
        <p className="quiet">
          <Button onPress={() => model.moreVersions()}>Show more</Button>
        </p>
      ) : null}
      {dialog}
    </ListPart>
  );
}

function iconOf({ kind, source }: ToldVersion): IconName {
  if (source === 'rollback') return 'history';
  return kind === 'whole' ? 'sheet' : 'check';
}

function Name({ version }: { version: ToldVersion }): ReactNode {
  const { tag, reason } = version;
  const from = sourceWords(version);
  return (
    <>
      {from === '' ? changeWords(version) : `${from}: ${reason ?? changeWords(version)}`}
      {tag === undefined ? null : (
        <Chip tone="blue" icon="dot">
          {tag}
        </Chip>
      )}
    </>
  );
}

function Note({ version: { version, timeUtc, sender, bytes, broken = [] } }: { version: ToldVersion }) {
  const now = useServices().clock.now();
  return (
    <>
      Version {version.toLocaleString('en-US')}, <Moment utc={timeUtc} now={now} /> by {sender}
      {bytes === null ? '' : `, ${sizeWords(bytes)}`}
      {broken.map(({ rule, words }) => (
        <span key={rule} className="broken">
          <Icon name="alert" />
          Rule {rule + 1}: {words}
        </span>
      ))}
    </>
  );
}

interface ActionsProps {
  readonly topic: Topic;
  readonly version: ToldVersion;
  readonly mayRollBack: boolean;
  readonly isNewest: boolean;
  readonly onChoose: (deed: VersionDeed) => void;
}

function Actions({ topic, version: { version, timeUtc, tag = '' }, mayRollBack, ...more }: ActionsProps) {
  const now = useServices().clock.now();
  const when = localTime(new Date(timeUtc), new Date(now));
  const name = version.toLocaleString('en-US');
  const [entity = '', group = '', report = ''] = topic.split('/');
  return (
    <div className="row version-actions">
      <Link
        className="button"
        data-size="small"
        to="/$entity/$group/$report"
        params={{ entity, group, report }}
        search={() => ({ at: String(version) })}
        aria-label={`View this version, version ${name}`}
      >
        View this version
      </Link>
      {mayRollBack ? <VersionActions {...{ topic, version, when, tag, ...more }} /> : null}
    </div>
  );
}
