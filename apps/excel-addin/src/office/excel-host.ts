import { addIn } from '@sheetwire/contract/publishing/add-in';
import { openOfficeBook } from '@sheetwire/live-book/office/office-book';
import * as z from 'zod/mini';
import type { KeptChoice, PaneHost } from '#pane/pane-host.ts';
import type { OfficeDialog, OfficeGlobals } from './office-globals.ts';

const names = { choice: 'Sheetwire', credential: 'sheetwire.credential' } as const;
const keptChoice = z.object({
  report: z.string(),
  ranges: z.string(),
  sheets: z.optional(z.array(z.string())),
  takesEntries: z.boolean(),
});

/** Why the add-in cannot run here; '' when it can. */
export type Opened = { readonly host: PaneHost } | { readonly why: string };

/** The Excel that this page is in. */
export async function openExcel(globals: OfficeGlobals, origin: string): Promise<Opened> {
  const { Office, Excel } = globals;
  if (!Office) return { why: 'Office.js could not be loaded. Check the connection, then reload.' };
  const { host, platform } = await Office.onReady();
  if (host !== 'Excel' || !Excel) return { why: 'Open this page from Excel: it is the pane of an add-in.' };
  const { set, version } = addIn.needs;
  if (!Office.context.requirements.isSetSupported(set, version)) {
    return { why: `This Excel is too old for the add-in: it needs ${set} ${version}, which came with Excel 2021.` };
  }
  return { host: new ExcelHost({ ...globals, Office, Excel }, { origin, endsWithPane: platform === 'OfficeOnline' }) };
}

type Present = OfficeGlobals & { [Name in 'Office' | 'Excel']-?: NonNullable<OfficeGlobals[Name]> };

class ExcelHost implements PaneHost {
  readonly endsWithPane: boolean;
  readonly #globals: Present;
  readonly #origin: string;

  constructor(globals: Present, { origin, endsWithPane }: { origin: string; endsWithPane: boolean }) {
    this.#globals = globals;
    this.#origin = origin;
    this.endsWithPane = endsWithPane;
  }

  openBook() {
    const { Excel, Office } = this.#globals;
    return openOfficeBook({ run: (work) => Excel.run(work), document: Office.context.document });
  }

  choice(): KeptChoice | undefined {
    const found = keptChoice.safeParse(this.#settings.get(names.choice));
    return found.success ? { ...found.data, sheets: found.data.sheets } : undefined;
  }

  async keepChoice(choice: KeptChoice): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#settings.set(names.choice, choice);
    this.#settings.saveAsync(({ status, error }) => {
      if (status === 'succeeded') resolve();
      else reject(new Error(error?.message ?? 'Excel could not save the settings in the workbook'));
    });
    await promise;
  }

  async credential(): Promise<string | undefined> {
    return (await this.#storage?.getItem(names.credential)) ?? undefined;
  }

  async keepCredential(kept: string | undefined): Promise<void> {
    if (kept === undefined) await this.#storage?.removeItem(names.credential);
    else await this.#storage?.setItem(names.credential, kept);
  }

  async askSignIn(): Promise<string> {
    const dialog = await this.#openDialog();
    const { promise, resolve } = Promise.withResolvers<string>();
    dialog.addEventHandler('dialogMessageReceived', ({ message = '', origin = this.#origin }) => {
      // Single sign-on leads to pages of others in this window, whose token would log the user in as somebody else.
      if (origin !== this.#origin) return;
      dialog.close();
      resolve(message);
    });
    dialog.addEventHandler('dialogEventReceived', () => resolve(''));
    return promise;
  }

  #openDialog(): Promise<OfficeDialog> {
    const { promise, resolve, reject } = Promise.withResolvers<OfficeDialog>();
    const size = { height: 60, width: 40, promptBeforeOpen: false };
    this.#globals.Office.context.ui.displayDialogAsync(`${this.#origin}${addIn.signIn}`, size, (told) => {
      if (told.status === 'succeeded') resolve(told.value);
      else reject(new Error(told.error?.message ?? 'Excel could not open the login window'));
    });
    return promise;
  }

  get #settings() {
    return this.#globals.Office.context.document.settings;
  }

  get #storage() {
    return this.#globals.OfficeRuntime?.storage;
  }
}
