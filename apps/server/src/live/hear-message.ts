import { type Gropic, parseGropic } from '@sheetwire/rules/gropic';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import type { RefusedPublish } from '#lib/refused/refused-publishes.ts';
import type { BusMessage } from '#ports/bus.ts';
import type { Told } from '#report/from-log/told-steps.ts';
import type { ToldSighting } from './publisher-news.ts';
import { partOf, type RightsPart } from './rights-now.ts';

/** What a node does about what another one tells of reports and rights. */
export interface Heard {
  /** The catalogue's own word for a topic that it holds. */
  known(text: string): Topic | undefined;
  version(topic: Topic, told: Told): void;
  rights(part: RightsPart): void;
  /** What changed is noted in the store: no more than that is read. */
  rightsNoted(): void;
  publisher(topic: Topic, seen: ToldSighting): void;
  refused(topic: Topic, refused: RefusedPublish): void;
  control(topic: Topic): void;
  midEdit(topic: Topic, who: string, isTyping: boolean): void;
  publisherOver(session: string): void;
  snapshot(topic: Topic): void;
  admin(kind: string, gropic: Gropic | undefined): void;
}

/** Hands a message to what it concerns; names that are none of ours concern nobody. */
export function hearMessage(message: BusMessage, heard: Heard): void {
  const withTopic = (text: string, work: (topic: Topic) => void) => {
    const topic = heard.known(text) ?? parseTopic(text);
    if (topic) work(topic);
  };
  switch (message.kind) {
    case 'version':
      withTopic(message.topic, (topic) => heard.version(topic, told(message)));
      break;
    case 'rights':
    case 'directory':
      hearRights(message, heard);
      break;
    case 'publisher':
      withTopic(message.topic, (topic) => heard.publisher(topic, toldSighting(message)));
      break;
    case 'refused':
      withTopic(message.topic, (topic) => heard.refused(topic, refusedOf(message)));
      break;
    case 'control':
      withTopic(message.topic, (topic) => heard.control(topic));
      break;
    case 'midedit':
      withTopic(message.topic, (topic) => heard.midEdit(topic, message.who, message.isTyping));
      break;
    case 'publisher-over':
      heard.publisherOver(message.session);
      break;
    case 'snapshot':
      withTopic(message.topic, (topic) => heard.snapshot(topic));
      break;
    case 'admin':
      heard.admin(message.list, parseGropic(message.gropic ?? ''));
      break;
    // What ended is told by the identity, which hears of it first.
    case 'session':
    case 'ended':
    case 'user':
    case 'seat':
      break;
  }
}

/** What the copy of the directory changed is noted in the store too. */
function hearRights(message: BusMessage & { readonly kind: 'rights' | 'directory' }, heard: Heard): void {
  if (message.kind === 'directory' || message.isNoted) heard.rightsNoted();
  else heard.rights(partOf(message));
}

/** What stands for its trace is looked at by who follows it. */
function told({ version, steps, trace }: BusMessage & { readonly kind: 'version' }): Told {
  return { version, steps, trace };
}

function refusedOf({ at, user, code, message, count }: BusMessage & { readonly kind: 'refused' }): RefusedPublish {
  return { at, user, code, message, count };
}

function toldSighting(message: BusMessage & { readonly kind: 'publisher' }): ToldSighting {
  const { seenAt: at, isSilent, isConnected, hasVersion } = message;
  return { at, isSilent: isSilent === true, isConnected: isConnected === true, hasVersion: hasVersion === true };
}
