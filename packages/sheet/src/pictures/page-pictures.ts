import type { NotShown } from '../model.ts';
import type { PictureFile } from './picture.ts';
import { withPictures } from './picture-shelf.ts';

/** The pictures that the pages of one report show, as files of that report. */
export class PagePictures {
  readonly #files: ReadonlyMap<string, PictureFile>;
  /** Where the files of the report lie. */
  readonly #folder: string | undefined;
  readonly #used = new Map<string, PictureFile>();
  #lost = 0;

  constructor(files: ReadonlyMap<string, PictureFile>, topic: string | undefined) {
    this.#files = files;
    this.#folder = topic?.split('/').map(encodeURIComponent).join('/');
  }

  /** Mark-up with the addresses of its pictures; without a report it keeps their words alone. */
  placed(html: string): string {
    return withPictures(html, this.#folder, (name) => {
      const file = this.#files.get(name);
      if (file && this.#folder !== undefined) this.#used.set(name, file);
      else this.#lost++;
    });
  }

  /** Those that pages show. */
  get used(): PictureFile[] {
    return [...this.#used.values()];
  }

  get notShown(): NotShown[] {
    const why = 'They are shown only in a published report.';
    return this.#lost === 0 ? [] : [{ sheet: '', what: 'pictures', count: this.#lost, why }];
  }
}
