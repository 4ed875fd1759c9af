/** What the first bytes of a picture say; it is never decoded (safety 3). */
export interface ImageHeader {
  readonly type: 'png' | 'jpg' | 'gif' | 'webp';
  readonly width: number;
  readonly height: number;
}

type Sizes = Omit<ImageHeader, 'type'>;

/** The kind and the size of a picture that browsers show; undefined for any other file. */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return pngHeader(view) ?? gifHeader(view) ?? webpHeader(view) ?? jpegHeader(view);
}

function textAt(view: DataView, at: number, length: number): string {
  let text = '';
  for (let n = at; n < Math.min(at + length, view.byteLength); n++) text += String.fromCharCode(view.getUint8(n));
  return text;
}

function headerOf(type: ImageHeader['type'], { width, height }: Sizes): ImageHeader | undefined {
  return width > 0 && height > 0 ? { type, width, height } : undefined;
}

const pngMark = '\x89PNG\r\n\x1a\n';
const leastPng = 33;

function pngHeader(view: DataView): ImageHeader | undefined {
  if (textAt(view, 0, 8) !== pngMark || view.byteLength < leastPng || textAt(view, 12, 4) !== 'IHDR') return undefined;
  return headerOf('png', { width: view.getUint32(16), height: view.getUint32(20) });
}

function gifHeader(view: DataView): ImageHeader | undefined {
  if (!/^GIF8[79]a$/.test(textAt(view, 0, 6)) || view.byteLength < 13) return undefined;
  return headerOf('gif', { width: view.getUint16(6, true), height: view.getUint16(8, true) });
}

const leastWebp = 30;

/** The three forms of a WebP file: lossy, lossless and extended (RFC 9649). */
function webpHeader(view: DataView): ImageHeader | undefined {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP' || view.byteLength < leastWebp) return undefined;
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      return headerOf('webp', { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff });
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return headerOf('webp', { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 });
    }
    case 'VP8X':
      return headerOf('webp', { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 });
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);
}

/** Segments that carry the size: every start of a frame but those that define tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function jpegHeader(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return headerOf('jpg', { width: view.getUint16(at + 7), height: view.getUint16(at + 5) });
    // Fill bytes and marks without content stand alone.
    const isAlone = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += marker === 0xff ? 1 : isAlone ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}
