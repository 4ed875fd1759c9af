import { sep } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { type ReportNames, reportOf } from './report-names.ts';
import type { FoundFile, Scan } from './scan-folder.ts';

/** A file of the folder and the report that it is. */
export interface TrackedFile {
  readonly rel: string;
  readonly topic: Topic;
  /** Its name had to be changed to be a report's. */
  readonly isMapped: boolean;
  readonly found: FoundFile;
}

interface Tracked extends TrackedFile {
  found: FoundFile;
  /** The content that was handed out last. */
  handed: string | undefined;
  /** Looks at which it was another than at the look before. */
  unsettled: number;
  isMissing: boolean;
}

/** What a look at the folder leads to. */
export interface Steps {
  readonly added: readonly TrackedFile[];
  /** Files whose content is new and whole, to be published. */
  readonly due: readonly string[];
  /** Files that are no more, and the names they now have, if that is known. */
  readonly gone: readonly { readonly file: TrackedFile; readonly now: string | undefined }[];
  /** Files that would be the report of another one. */
  readonly clashing: readonly { readonly file: TrackedFile; readonly owner: string }[];
  /** Something is under way: look again soon. */
  readonly isSettling: boolean;
}

/**
 * What is known of the files of a folder. A content counts once two looks found the same; a file is gone once two looks
 * did not find it, since between the two steps of a save by rename there is none. A file that changes all the time is
 * handed out as it stands now and then.
 */
export class TrackedFiles {
  readonly #names: ReportNames;
  readonly #files = new Map<string, Tracked>();
  readonly #owners = new Map<Topic, string>();
  readonly #clashing = new Set<string>();

  constructor(names: ReportNames) {
    this.#names = names;
  }

  get(rel: string): TrackedFile | undefined {
    return this.#files.get(rel);
  }

  get size(): number {
    return this.#files.size;
  }

  /** Takes a look in; `isAtOnce` when there is no second one, so that every content counts as it stands. */
  take(scan: Scan, isAtOnce = false): Steps {
    const gone = this.#leave(scan);
    const added: TrackedFile[] = [];
    let isSettling = [...this.#files.values()].some(({ isMissing }) => isMissing);
    for (const [rel, found] of scan.files) {
      const known = this.#files.get(rel);
      if (!known) added.push(this.#add(rel, found));
      if (!known || known.found.mark !== found.mark) isSettling = true;
      if (known) see(known, found);
    }
    const clashing = this.#settleOwners();
    const due = [...this.#files.values()].filter((file) => this.#isDue(file, isAtOnce));
    for (const file of due) {
      file.handed = file.found.mark;
      file.unsettled = 0;
    }
    return { added, due: due.map(({ rel }) => rel), gone, clashing, isSettling };
  }

  #add(rel: string, found: FoundFile): Tracked {
    const file = { rel, ...reportOf(this.#names, rel), found, handed: undefined, unsettled: 1, isMissing: false };
    this.#files.set(rel, file);
    return file;
  }

  /** What is neither there nor in a folder that could not be read, for the second time. */
  #leave({ files, unread, isCut }: Scan): { file: Tracked; now: string | undefined }[] {
    if (isCut) return [];
    const gone: Tracked[] = [];
    for (const file of this.#files.values()) {
      const isThere = files.has(file.rel) || unread.some((folder) => file.rel.startsWith(`${folder}${sep}`));
      if (!isThere && file.isMissing) gone.push(file);
      file.isMissing = !isThere;
    }
    for (const file of gone) this.#forget(file);
    const byId = new Map(gone.length === 0 ? [] : [...files].map(([rel, { id }]) => [id, rel]));
    return gone.map((file) => ({ file, now: byId.get(file.found.id) }));
  }

  #forget({ rel, topic }: Tracked): void {
    this.#files.delete(rel);
    this.#clashing.delete(rel);
    if (this.#owners.get(topic) === rel) this.#owners.delete(topic);
  }

  /** The first file of a report has it, and keeps it; the new ones without are told. */
  #settleOwners(): { file: TrackedFile; owner: string }[] {
    const clashing: { file: TrackedFile; owner: string }[] = [];
    for (const file of this.#files.values()) {
      const owner = this.#owners.get(file.topic);
      if (owner === undefined) {
        this.#owners.set(file.topic, file.rel);
        this.#clashing.delete(file.rel);
      } else if (owner !== file.rel && !this.#clashing.has(file.rel) && !this.#files.get(owner)?.isMissing) {
        this.#clashing.add(file.rel);
        clashing.push({ file, owner });
      }
    }
    return clashing;
  }

  #isDue(file: Tracked, isAtOnce: boolean): boolean {
    if (file.isMissing || file.handed === file.found.mark || this.#owners.get(file.topic) !== file.rel) return false;
    return isAtOnce || file.unsettled === 0 || file.unsettled >= limits.folder.unsettled;
  }
}

function see(file: Tracked, found: FoundFile): void {
  file.unsettled = file.found.mark === found.mark ? 0 : file.unsettled + 1;
  file.found = found;
}
