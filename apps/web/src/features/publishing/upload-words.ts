import { NetworkFailure } from '@sheetwire/client/failures';
import { errorText } from '#lib/api.ts';

/** A line that broke in the middle of a file is most often a file that changed on the disk, or a server that is away. */
export function failureText(error: unknown): string {
  return error instanceof NetworkFailure
    ? 'The file could not be sent. If it has changed on your disk, choose it again; otherwise, try again.'
    : errorText(error);
}

/** The same of a file that may have been received and published, though no response came. */
export function unpublishedText(error: unknown): string {
  return error instanceof NetworkFailure
    ? 'The server did not respond, so it is not known whether the file was published. Check before you try again. If it has changed on your disk, choose it again.'
    : errorText(error);
}
