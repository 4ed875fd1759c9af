import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { NotShown } from '@sheetwire/sheet/model';
import type { PictureFile } from '@sheetwire/sheet/pictures/picture';
import { isPicture, picturePrefix, picturesIn } from '@sheetwire/sheet/pictures/picture-shelf';
import { type OwnBytes, partsOf } from '#lib/bytes/file-parts.ts';
import type { LinkedFile, Linking } from '#ports/linked-files.ts';
import type { PublishDeps } from './publish-deps.ts';

/** Pictures of a report, and who publishes them. */
interface ReportPictures {
  readonly topic: Topic;
  readonly user: User;
  readonly pictures: readonly PictureFile[];
}

type PictureDeps = Pick<PublishDeps, 'linkedFiles' | 'engine' | 'clock'>;

/** A picture that is used again is noted no more often than this (ms): most publishes write nothing. */
const USED_AGAIN = 3_600_000;

/**
 * Puts the pictures of a report where its pages look for them, before the pages are there; what the report has already
 * stays. Where there is no room, those make it that no page shows now, longest unused first. Answers those for which the
 * report has no room.
 */
export async function putPictures(deps: PictureDeps, { topic, user, pictures }: ReportPictures): Promise<NotShown[]> {
  const { linkedFiles, clock } = deps;
  const room = new LinkedRoom(deps, topic, new Set(pictures.map(({ name }) => name)));
  const usedAgain: string[] = [];
  let lost = 0;
  for (const { name, bytes } of pictures) {
    const known = await linkedFiles.find(topic, name);
    if (known && clock.now() - known.changedAt > USED_AGAIN) usedAgain.push(name);
    if (known) continue;
    const { parts, ...facts } = await partsOf(bytes, limits.linkedFiles.part);
    const file = { topic, name, ...facts, publishedBy: user, changedAt: clock.now() };
    if ((await room.put(file, parts)) !== 'done') lost++;
  }
  await linkedFiles.use(topic, usedAgain, clock.now());
  return lost === 0 ? [] : [{ sheet: '', what: 'pictures', count: lost, why: noRoom }];
}

/** Puts one file that pages of a report link to; where there is no room, pictures make it as above. */
export function putLinkedFile(deps: PictureDeps, file: LinkedFile, parts: readonly OwnBytes[]): Promise<Linking> {
  return new LinkedRoom(deps, file.topic, new Set([file.name])).put(file, parts);
}

/** The room that a report has for linked files, and what may be removed to make more. */
class LinkedRoom {
  readonly #deps: PictureDeps;
  readonly #topic: Topic;
  readonly #publishes: ReadonlySet<string>;
  /** Read once a publish, when it is needed. */
  #spare: Pick<LinkedFile, 'name' | 'bytes'>[] | undefined;

  constructor(deps: PictureDeps, topic: Topic, publishes: ReadonlySet<string>) {
    this.#deps = deps;
    this.#topic = topic;
    this.#publishes = publishes;
  }

  /** Other than `done` when the report has no room, whatever is removed. */
  async put(file: LinkedFile, parts: readonly OwnBytes[]): Promise<Linking> {
    const { linkedFiles } = this.#deps;
    for (let left = parts; ; ) {
      const { linking: put, parts: back } = await linkedFiles.put(file, left);
      if (put === 'done') return put;
      left = back;
      this.#spare ??= await this.#unused();
      const gone: string[] = [];
      for (let freed = 0; gone.length === 0 || (put === 'too_large' && freed < file.bytes); ) {
        const next = this.#spare.shift();
        if (!next) break;
        gone.push(next.name);
        freed += next.bytes;
      }
      if (gone.length === 0) return put;
      await linkedFiles.remove(this.#topic, gone);
    }
  }

  /** The pictures that neither the pages of now nor those of this publish show. */
  async #unused(): Promise<Pick<LinkedFile, 'name' | 'bytes'>[]> {
    const { linkedFiles, engine } = this.#deps;
    const all = await linkedFiles.longestUnused(this.#topic, picturePrefix);
    const shown = await engine.read(this.#topic, (state) =>
      (state?.pages ?? []).flatMap((page) => picturesIn(page.html)),
    );
    const stays = new Set([...this.#publishes, ...shown]);
    return all.filter(({ name }) => isPicture(name) && !stays.has(name));
  }
}

const noRoom = 'The report cannot hold more files; publish fewer pictures, or remove the report and publish it again.';
