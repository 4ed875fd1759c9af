import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { NotShown } from '@sheetwire/sheet/model';
import type { PictureFile } from '@sheetwire/sheet/pictures/picture-shelf';
import type { PublishDeps } from './publish-deps.ts';

/** Pictures of a report, and who publishes them. */
interface ReportPictures {
  readonly topic: Topic;
  readonly user: User;
  readonly pictures: readonly PictureFile[];
}

/**
 * Puts the pictures of a report where its pages look for them, before the pages are there; what the report has already
 * stays. Answers those for which it has no room.
 */
export async function putPictures(
  { linkedFiles, clock }: Pick<PublishDeps, 'linkedFiles' | 'clock'>,
  { topic, user, pictures }: ReportPictures,
): Promise<NotShown[]> {
  let lost = 0;
  for (const { name, bytes } of pictures) {
    if (await linkedFiles.find(topic, name)) continue;
    // On a thread: a large file would hold the event loop.
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url');
    const file = { topic, name, hash, bytes: bytes.length, publishedBy: user, changedAt: clock.now() };
    if ((await linkedFiles.put(file, bytes)) !== 'done') lost++;
  }
  return lost === 0 ? [] : [{ sheet: '', what: 'pictures', count: lost, why: noRoom }];
}

const noRoom = 'The report cannot hold more files; remove it and publish it again.';
