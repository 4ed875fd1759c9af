import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const script = join(import.meta.dirname, '../../clients/apps-script/sheetwire.js');
const EXPORT = 'https://docs.google.com/';

interface FetchOptions {
  readonly method?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: readonly number[] | string;
  readonly followRedirects?: boolean;
}

/** Google's services as the script uses them, over one spreadsheet; what is sent to the portal is sent. */
export class GoogleSheets {
  readonly properties: Record<string, string>;
  /** What the spreadsheet exports now. */
  book: Uint8Array = new Uint8Array();
  exportStatus = 200;
  /** How often the spreadsheet was exported, and what the portal was asked since. */
  exports = 0;
  readonly asked: string[] = [];
  now = Date.UTC(2026, 10, 20);
  isLocked = false;
  readonly slept: number[] = [];
  /** Who runs the script: each editor sees and removes only their own triggers. */
  editor = 'ann';
  readonly menu: string[] = [];
  /** What the sheet showed in its corner. */
  readonly toasts: string[] = [];
  readonly #triggers = new Map<string, string[]>();
  readonly #kept = new Map<string, string>();
  readonly #keptOf = new Map<string, Map<string, string>>();
  readonly #context;

  constructor(properties: Readonly<Record<string, string>>) {
    this.properties = { ...properties };
    this.#context = createContext(this.#services());
    runInContext(readFileSync(script, 'utf8'), this.#context, { filename: 'sheetwire.js' });
  }

  /** Runs a function of the script, as a menu or a trigger does. */
  run(name: string): unknown {
    const answer: unknown = runInContext(`JSON.stringify(${name}() ?? null)`, this.#context);
    return JSON.parse(String(answer));
  }

  get triggers(): string[] {
    return this.#triggers.get(this.editor) ?? [];
  }

  set triggers(names: string[]) {
    this.#triggers.set(this.editor, names);
  }

  #own(): Map<string, string> {
    const own = this.#keptOf.get(this.editor) ?? new Map<string, string>();
    this.#keptOf.set(this.editor, own);
    return own;
  }

  #services() {
    const clock = () => this.now;
    const trigger = (name: string) => ({ getHandlerFunction: () => name });
    const create = (name: string) => ({
      create: () => {
        this.triggers = [...this.triggers, name];
      },
    });
    const menu = {
      addItem: (label: string, name: string) => {
        this.menu.push(`${label}: ${name}`);
        return menu;
      },
      addToUi: () => undefined,
    };
    return {
      Date: { now: clock },
      SpreadsheetApp: {
        getActive: () => ({ getId: () => 'book-1', toast: (words: string) => void this.toasts.push(words) }),
        flush: () => undefined,
        getUi: () => ({ createMenu: () => menu }),
      },
      ScriptApp: {
        getOAuthToken: () => 'google-token',
        getProjectTriggers: () => this.triggers.map(trigger),
        deleteTrigger: (one: ReturnType<typeof trigger>) => {
          this.triggers = this.triggers.filter((name) => name !== one.getHandlerFunction());
        },
        newTrigger: (name: string) => ({
          forSpreadsheet: () => ({ onEdit: () => create(name), onChange: () => create(name) }),
          timeBased: () => ({ everyMinutes: () => create(name) }),
        }),
      },
      PropertiesService: {
        getScriptProperties: () => ({ getProperty: (name: string) => this.properties[name] ?? null }),
        getDocumentProperties: () => propertiesIn(this.#kept),
        getUserProperties: () => propertiesIn(this.#own()),
      },
      LockService: { getDocumentLock: () => ({ tryLock: () => !this.isLocked, releaseLock: () => undefined }) },
      Utilities: {
        getUuid: () => randomUUID(),
        sleep: (ms: number) => {
          this.slept.push(ms);
          this.now += ms;
        },
      },
      UrlFetchApp: { fetch: (address: string, options: FetchOptions) => this.#fetch(address, options) },
    };
  }

  #fetch(address: string, options: FetchOptions) {
    if (!address.startsWith(EXPORT)) {
      this.asked.push(new URL(address).pathname);
      return send(address, options);
    }
    this.exports++;
    if (options.headers?.Authorization !== 'Bearer google-token')
      throw new Error('The export was asked without a token');
    return {
      getResponseCode: () => this.exportStatus,
      // As Google's: bytes are signed.
      getBlob: () => ({ getBytes: () => [...new Int8Array(this.book)] }),
    };
  }
}

function propertiesIn(kept: Map<string, string>) {
  return {
    getProperty: (name: string) => kept.get(name) ?? null,
    setProperty: (name: string, value: string) => void kept.set(name, value),
    deleteProperty: (name: string) => void kept.delete(name),
  };
}

/** A call that does not return before its answer is there, as Google's. */
function send(address: string, { method = 'get', contentType = '', headers = {}, payload = [] }: FetchOptions) {
  const given = Object.entries({ ...headers, 'Content-Type': contentType });
  const lines = given.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const answer = execFileSync('curl', ['-sSi', '-X', method.toUpperCase(), ...lines, '--data-binary', '@-', address], {
    input: typeof payload === 'string' ? payload : Uint8Array.from(payload),
    stdio: ['pipe', 'pipe', 'pipe'],
  }).toString();
  // What the server said of going on comes before.
  const final = answer.replace(/^(?:HTTP\/\S+ 1\d\d.*?\r\n\r\n)+/s, '');
  const [head = '', ...rest] = final.split('\r\n\r\n');
  const wait = /^retry-after: (.*)$/im.exec(head)?.[1];
  return {
    getResponseCode: () => Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]),
    getContentText: () => rest.join('\r\n\r\n'),
    // As the portal writes it: no name of a header has a case.
    getHeaders: () => (wait === undefined ? {} : { 'retry-after': wait }),
  };
}
