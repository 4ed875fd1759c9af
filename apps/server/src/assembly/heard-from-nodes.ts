import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import type { Controls } from '#controls/controls.ts';
import type { AdminNews } from '#live/admin-news.ts';
import type { Heard } from '#live/hear-message.ts';
import type { PublisherNews } from '#live/publisher-news.ts';
import type { RightsNow } from '#live/rights-now.ts';
import type { Tracing } from '#ports/tracing.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { Guarding } from './guarding.ts';
import type { Unattended } from './unattended.ts';

/** Who follows what other nodes tell. */
interface Followers extends Pick<Unattended, 'guarded' | 'inBackground'> {
  readonly engine: ReportEngine;
  readonly tracing: Tracing | undefined;
  readonly rights: RightsNow;
  readonly readRights: () => Promise<void>;
  readonly publisherNews: PublisherNews;
  readonly controls: Controls;
  readonly guarding: Guarding;
  readonly adminNews: AdminNews;
  readonly tellDates: (topic: Topic) => void;
}

/** What each message of another node leads to here. */
export function heardFromNodes(to: Followers): Heard {
  const { engine, tracing, rights, controls, guarded, inBackground } = to;
  return {
    known: (text) => engine.head(branded<'Topic'>(text))?.topic,
    version: (topic, told) => {
      const follow = () => engine.follow(topic, told);
      inBackground(tracing ? tracing.follow(told.trace, follow) : follow());
    },
    rights: (part) => inBackground(rights.changed(part)),
    rightsNoted: () => inBackground(to.readRights()),
    publisher: (topic, seen) => to.publisherNews.told(topic, seen),
    refused: (topic, refused) => to.publisherNews.refused.told(topic, refused),
    control: (topic) => controls.hear.control(topic),
    midEdit: (topic, who, isTyping) => controls.hear.midEdit(topic, who, isTyping),
    publisherOver: (session) => controls.hear.over(session),
    snapshot: (topic) => to.tellDates(topic),
    admin: (kind, gropic) => {
      guarded(() => to.adminNews.tell(kind, gropic));
      inBackground(to.guarding.heard(kind, gropic));
    },
  };
}
