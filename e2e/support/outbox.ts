import { watch } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Portal } from './portal.ts';

const longest = 20_000;

/** The mails of a portal without a mail server. */
export interface Outbox {
  /** The next link of this kind to this address, once its mail was saved in the outbox; each mail is taken once. */
  nextLink(to: string, path: string): Promise<string>;
}

/** Reads the outbox of a portal as its operator would. */
export function outboxOf({ dataDir }: Pick<Portal, 'dataDir'>): Outbox {
  const folder = join(dataDir, 'outbox');
  const taken = new Set<string>();
  const find = async (to: string, path: string) => {
    for (const name of (await readdir(folder)).filter((each) => /^[^.].*\.eml$/.test(each)).toSorted()) {
      const mail = taken.has(name) ? '' : await readFile(join(folder, name), 'utf8');
      const link = linkIn(mail, path);
      if (link === undefined || !mail.includes(`\nTo: ${to}\r\n`)) continue;
      taken.add(name);
      return link;
    }
    return undefined;
  };
  return {
    async nextLink(to, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const changed = changesOf(folder);
      try {
        for (let link = await find(to, path); ; link = await find(to, path)) {
          if (link !== undefined) return link;
          await changed.next();
        }
      } finally {
        changed.close();
      }
    },
  };
}

function linkIn(mail: string, path: string): string | undefined {
  return mail.split('\r\n').find((line) => URL.canParse(line) && new URL(line).pathname === path);
}

/** Tells of each change of a folder, also of one between two questions. */
function changesOf(folder: string) {
  let hear: () => void = () => undefined;
  let heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const watcher = watch(folder, () => hear());
  const ended = new AbortController();
  const late = wait(longest, undefined, { signal: ended.signal }).then(() => {
    throw new Error('No such mail came');
  });
  late.catch(() => undefined);
  return {
    async next() {
      await Promise.race([heard, late]);
      heard = new Promise((resolve) => {
        hear = resolve;
      });
    },
    close() {
      watcher.close();
      ended.abort();
    },
  };
}
