import { BookModel } from '@sheetwire/live-book/test-support/book-model';
import type { BookSpec, Edit } from '@sheetwire/live-book/test-support/book-spec';
import { FakeExcel } from '@sheetwire/live-book/test-support/fake-excel';

/** What the test gives the page before Office.js runs. */
interface Given {
  readonly book: BookSpec;
  readonly platform: string;
  /** Requirement sets that this Excel lacks, such as `ExcelApi 1.13`. */
  readonly missing: readonly string[];
}

declare global {
  interface Window {
    stubGiven: Given;
    /** The workbook that Excel has open, for tests to edit. */
    stubEdit: (...edits: Edit[]) => void;
    stubSpec: () => BookSpec;
    stubFunctions: Map<string, (...given: never[]) => unknown>;
  }
}

/** What a document and this user's Excel keep over reloads. */
const settingsKey = 'stub.document';
const storageKey = 'stub.runtime ';

const { book, platform, missing } = window.stubGiven;
const model = new BookModel(book);
const excel = new FakeExcel(model);
window.stubEdit = (...edits) => {
  for (const edit of edits) model.apply(edit);
};
window.stubSpec = () => model.spec;
window.stubFunctions = new Map();

const kept: Record<string, unknown> = JSON.parse(localStorage.getItem(settingsKey) ?? '{}');
type Tell = (result: { readonly status: string; readonly value?: unknown }) => void;

const ui = {
  displayDialogAsync(address: string, _options: object, tell: Tell) {
    const opened = window.open(address);
    const handlers = new Map<string, (told: object) => void>();
    const hear = ({ source, data, origin }: MessageEvent) => {
      if (source !== opened || origin !== location.origin || typeof data !== 'string') return;
      handlers.get('dialogMessageReceived')?.({ message: data });
    };
    addEventListener('message', hear);
    tell({
      status: 'succeeded',
      value: {
        addEventHandler: (name: string, handler: (told: object) => void) => handlers.set(name, handler),
        close: () => opened?.close(),
      },
    });
  },
  messageParent: (message: string, { targetOrigin }: { readonly targetOrigin: string }) =>
    window.opener?.postMessage(message, targetOrigin),
};

class CellError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

Object.assign(globalThis, {
  Office: {
    onReady: async () => ({ host: 'Excel', platform }),
    context: {
      document: {
        ...excel.host.document,
        settings: {
          get: (name: string) => kept[name] ?? null,
          set: (name: string, value: unknown) => {
            kept[name] = value;
          },
          saveAsync: (tell: Tell) => {
            localStorage.setItem(settingsKey, JSON.stringify(kept));
            tell({ status: 'succeeded' });
          },
        },
      },
      requirements: { isSetSupported: (name: string, version: string) => !missing.includes(`${name} ${version}`) },
      ui,
    },
  },
  Excel: { run: excel.host.run },
  OfficeRuntime: {
    storage: {
      getItem: async (name: string) => localStorage.getItem(storageKey + name),
      setItem: async (name: string, value: string) => localStorage.setItem(storageKey + name, value),
      removeItem: async (name: string) => localStorage.removeItem(storageKey + name),
    },
  },
  CustomFunctions: {
    associate: (id: string, run: (...given: never[]) => unknown) => window.stubFunctions.set(id, run),
    Error: CellError,
    ErrorCode: { notAvailable: '#N/A', invalidValue: '#VALUE!' },
  },
});
