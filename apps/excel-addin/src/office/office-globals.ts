import type { OfficeContext, OfficeFile, Told } from '@sheetwire/live-book/office/office-api';

interface ToldByDialog {
  readonly message?: string;
  /** Of the page that is open there now; an older Office passes on nothing but what a page of our own says. */
  readonly origin?: string;
  readonly error?: number;
}

/** A dialog as the page that opened it has it. */
export interface OfficeDialog {
  addEventHandler(event: string, hear: (told: ToldByDialog) => void): void;
  close(): void;
}

interface OfficeSettings {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  saveAsync(tell: Told<unknown>): void;
}

/** `Office`, as far as the add-in uses it. */
interface OfficeGlobal {
  onReady(): Promise<{ readonly host: string | null; readonly platform: string | null }>;
  readonly context: {
    readonly document: {
      readonly settings: OfficeSettings;
      getFileAsync(kind: 'compressed', options: object, tell: Told<OfficeFile>): void;
    };
    readonly requirements: { isSetSupported(name: string, version: string): boolean };
    readonly ui: {
      displayDialogAsync(address: string, options: object, tell: Told<OfficeDialog>): void;
      messageParent(message: string, options: { readonly targetOrigin: string }): void;
    };
  };
}

interface ExcelGlobal {
  run<T>(work: (context: OfficeContext) => Promise<T>): Promise<T>;
}

/** Kept for this user on this computer, in the add-in's own storage. */
interface OfficeStorage {
  getItem(name: string): Promise<string | null>;
  setItem(name: string, value: string): Promise<void>;
  removeItem(name: string): Promise<void>;
}

interface CustomFunctionsGlobal {
  associate(id: string, run: (...given: never[]) => unknown): void;
  readonly Error: new (code: string, message: string) => Error;
  readonly ErrorCode: { readonly notAvailable: string; readonly invalidValue: string };
}

/** What Office.js leaves in the page; each is missing where this Excel, or no Excel at all, has it not. */
declare global {
  var Office: OfficeGlobal | undefined;
  var Excel: ExcelGlobal | undefined;
  var OfficeRuntime: { readonly storage?: OfficeStorage } | undefined;
  var CustomFunctions: CustomFunctionsGlobal | undefined;
}

export type OfficeGlobals = Pick<typeof globalThis, 'Office' | 'Excel' | 'OfficeRuntime' | 'CustomFunctions'>;

/** As they are once Office.js has run, which is before any script of ours. */
export const officeGlobals: OfficeGlobals = globalThis;
