import { addressOf } from '@sheetwire/client/caller';
import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { readRefusal } from '@sheetwire/client/refusal';
import { limits } from '@sheetwire/contract/limits';
import { publishLinkedFile } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import type { PictureFile } from '@sheetwire/sheet/pictures/picture';

/** Puts a picture among the files of a report; throws CallError and NetworkFailure. */
export type PictureSender = (topic: Topic, picture: PictureFile, signal: AbortSignal | undefined) => Promise<void>;

/** A sender of pictures to a server, each as it is (interfaces 4, linked files). */
export function pictureSender(server: URL, headers: Readonly<Record<string, string>>): PictureSender {
  return async (topic, { name, bytes }, signal) => {
    const [entity = '', group = '', report = ''] = topic.split('/').map(encodeURIComponent);
    const path = publishLinkedFile.path
      .replace(':entity', () => entity)
      .replace(':group', () => group)
      .replace(':report', () => report)
      .replace(':name', () => name);
    const hang = AbortSignal.timeout(limits.publishCall);
    const init = {
      method: publishLinkedFile.method,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: bytes,
      signal: signal ? AbortSignal.any([signal, hang]) : hang,
      // The secrets go to the portal that was named, and nowhere else.
      redirect: 'error',
    } as const;
    const broken = (fault: unknown) => {
      throw signal?.aborted ? signal.reason : new NetworkFailure(fault);
    };
    const answer = await fetch(addressOf(path, server.href), init).catch(broken);
    const body = await answer.text().catch(broken);
    if (!answer.ok) throw new CallError(readRefusal(answer, body));
  };
}
