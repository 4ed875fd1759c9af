import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import type { ZipParts } from '../read/zip.ts';
import { WorkbookError } from '../workbook-error.ts';
import { imageHeader } from './image-header.ts';
import type { PictureFile } from './picture.ts';

/** How the names of all pictures begin. */
export const picturePrefix = 'picture-';

/** A picture that is drawn, or why it is not. */
export type Shelved = { readonly name: string } | { readonly why: string };

const otherKind = 'Only PNG, JPEG, GIF and WebP pictures are shown.';
const tooLarge = 'They are too large.';
const missing = 'They are missing from the file.';

/** The pictures of a workbook, each of its files read once and none decoded. */
export class PictureShelf {
  readonly #zip: ZipParts;
  readonly #known = new Map<string, Shelved>();
  readonly #files = new Map<string, PictureFile>();
  #bytesLeft: number = limits.workbook.pictures.bytes;

  constructor(zip: ZipParts) {
    this.#zip = zip;
  }

  get files(): ReadonlyMap<string, PictureFile> {
    return this.#files;
  }

  /** Takes the picture of a part. */
  async take(path: string): Promise<Shelved> {
    const known = this.#known.get(path);
    if (known) return known;
    const taken = await this.#taken(path);
    this.#known.set(path, taken);
    return taken;
  }

  async #taken(path: string): Promise<Shelved> {
    const { most, sides, pixels } = limits.workbook.pictures;
    if (!this.#zip.has(path)) return { why: missing };
    if (this.#files.size >= most) return { why: `A report shows up to ${most} of them.` };
    const bytes = await this.#bytesOf(path);
    if (!bytes) return { why: tooLarge };
    const header = imageHeader(bytes);
    if (!header) return { why: otherKind };
    const { width, height, type } = header;
    if (width > sides || height > sides || width * height > pixels) return { why: tooLarge };
    this.#bytesLeft -= bytes.length;
    const name = `${picturePrefix}${createHash('sha256').update(bytes).digest('hex').slice(0, nameDigits)}.${type}`;
    this.#files.set(name, { name, bytes });
    return { name };
  }

  /** The bytes of a part; undefined when they are more than a picture may have, or broken. */
  async #bytesOf(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const cap = Math.min(limits.maxLinkedFile, this.#bytesLeft);
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of this.#zip.read(path, false)) {
        size += chunk.length;
        if (size > cap) return undefined;
        chunks.push(chunk);
      }
    } catch (fault) {
      if (fault instanceof WorkbookError) return undefined;
      throw fault;
    }
    return new Uint8Array(Buffer.concat(chunks));
  }
}

const nameDigits = 32;
const marker = /"picture:(picture-[0-9a-f]{32}\.[a-z]{3,4})"/g;
const wholeName = /^picture-[0-9a-f]{32}\.[a-z]{3,4}$/;
const nameInText = /picture-[0-9a-f]{32}\.[a-z]{3,4}/g;

/** True for the name of a picture's file, which people hardly give. */
export function isPicture(name: string): boolean {
  return wholeName.test(name);
}

/** The pictures that mark-up names, each as often as it does. */
export function picturesIn(html: string): string[] {
  return html.match(nameInText) ?? [];
}

/** How the mark-up of a drawing names a picture until its page is written. */
export function pictureSource(name: string): string {
  return `picture:${name}`;
}

/** The mark-up with the addresses of its pictures in a folder of linked files; those that it names are noted. */
export function withPictures(html: string, folder: string | undefined, note: (name: string) => void): string {
  if (!html.includes('"picture:')) return html;
  return html.replace(marker, (_, name: string) => {
    note(name);
    return folder === undefined ? '""' : `"/linkedfiles/${folder}/${name}"`;
  });
}
