import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { NewUpdate, PublisherSession } from '#ports/controls.ts';
import { bob, jane, unique } from './builders.ts';

/** A session that a publisher opens. */
export function publisherSession(user: User = jane): PublisherSession {
  return { hash: unique('publisher'), user, lineHash: unique('line'), instanceId: 'book 1' };
}

/** What a viewer does to a control. */
export function controlUpdate(topic: Topic, value: string | null = 'North', name = 'Region'): NewUpdate {
  return { topic, owner: '', key: name.toUpperCase(), name, value, user: bob, mark: 'mark' };
}
