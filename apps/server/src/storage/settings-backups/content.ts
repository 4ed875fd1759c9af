import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import { pack } from '../reports/packing.ts';
import type { SettingsCopyTable } from '../tables/settings-tables.ts';

const unpackBounded = promisify(zstdDecompress);

/** What a copy holds, ready to be written. */
export interface PackedContent {
  readonly hash: string;
  readonly body: Uint8Array;
}

/** A kind as text, named by its bytes. */
export async function packContent(text: string): Promise<PackedContent> {
  return { hash: digest(text), body: await pack(Buffer.from(text), limits.store.packLevel) };
}

/** The text of a copy; undefined when it is broken, cut short, or stands under another kind or name. */
export async function openCopy(
  copy: Pick<SettingsCopyTable, 'kind' | 'name' | 'hash' | 'seal'>,
  body: Uint8Array | undefined,
): Promise<string | undefined> {
  if (body === undefined || copy.seal !== sealOf(copy)) return undefined;
  try {
    const text = (await unpackBounded(body, { maxOutputLength: limits.settingsBackups.bytes })).toString('utf8');
    return digest(text) === copy.hash ? text : undefined;
  } catch {
    // What cannot be unpacked is broken.
    return undefined;
  }
}

/** Binds a content to its kind and name. */
export function sealOf({ kind, name, hash }: { readonly kind: string; name: string; hash: string }): string {
  return digest(`sheetwire settings 1\n${kind}\n${name}\n${hash}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
