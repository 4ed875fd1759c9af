import { limits } from '@sheetwire/contract/limits';
import { pictureAddresses } from '@sheetwire/sheet/write/drawings/picture-addresses';
import type { FileRequest } from './make-file.ts';

/** The request with the pictures that its file shows; one that does not come is left out, which the file tells. */
export async function withPictures(request: FileRequest, signal: AbortSignal): Promise<FileRequest> {
  if (request.kind !== 'xlsx') return request;
  const pictures = new Map<string, Uint8Array<ArrayBuffer>>();
  let left: number = limits.export.pictureBytes;
  for (const address of pictureAddresses(request.report.pages)) {
    const bytes = await pictureAt(address, signal);
    if (!bytes || bytes.length > left) continue;
    left -= bytes.length;
    pictures.set(address, bytes);
  }
  return { ...request, report: { ...request.report, pictures } };
}

async function pictureAt(address: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const answer = await fetch(address, { signal });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    // A line that is gone costs the picture, not the file.
    return undefined;
  }
}
