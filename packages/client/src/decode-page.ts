import { limits } from '@sheetwire/contract/limits';

/** True for a page that travels compressed: base64 of gzip begins so (spec 3). */
export function isCompressed(page: string): boolean {
  return page.startsWith('H4');
}

/** A page as HTML: a compressed one is unpacked by the browser itself, bounded; others are answered as they are. */
export async function decodePage(page: string): Promise<string> {
  if (!isCompressed(page)) return page;
  const text = bytesOf(page).pipeThrough(new DecompressionStream('gzip')).pipeThrough(new TextDecoderStream());
  let html = '';
  for await (const part of streamOf(text)) {
    html += part;
    if (html.length > limits.maxUnpackedPage) throw new RangeError('A page is larger than a report can be');
  }
  return html;
}

/** The bytes of base64 text, made in pieces so that no second copy of a large page is held (spec 9). */
function bytesOf(base64: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= base64.length) return controller.close();
      const piece = base64.slice(at, at + limits.decompressChunk);
      at += limits.decompressChunk;
      controller.enqueue(Uint8Array.from(atob(piece), (letter) => letter.charCodeAt(0)));
    },
  });
}

/** Safari iterates no stream by itself, so that it is read by hand. */
async function* streamOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
