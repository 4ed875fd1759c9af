import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import type { Locator, Page } from 'playwright-core';
import { endProgram } from '../../scripts/test/program.ts';
import { type AdminSite, boss, startAdminSite } from '../admin/admin-site.ts';

const program = join(import.meta.dirname, 'publisher-process.ts');
export const topic = 'DEMO/DESK/LIMITS';
/** Two who may interact, and one who may only view. */
export const [ivy, jon, vera] = ['DEMO/ivy', 'DEMO/jon', 'DEMO/vera'] as const;

/** A portal with the limits' sheet and those who use it. */
export interface ControlsSite extends AdminSite {
  /** Starts the sheet's publisher; it is ended with the site. */
  startPublisher(given?: { readonly hangs?: boolean }): Promise<PublisherProcess>;
}

/** The sheet's publisher as a program of its own. */
export class PublisherProcess {
  readonly #child: ChildProcess;
  /** What it was handed: `name=value`, in its order. */
  readonly updates: string[] = [];
  readonly #open = Promise.withResolvers<void>();

  constructor({ url, key, hangs }: { readonly url: string; readonly key: string; readonly hangs: boolean }) {
    this.#child = spawn(process.execPath, [program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PUBLISH_TO: url,
        PUBLISHER_KEY: key,
        PUBLISH_TOPIC: topic,
        PUBLISHER_HANGS: String(hangs),
      },
    });
    this.#child.once('exit', (code) => this.#open.reject(new Error(`The publisher ended with ${code}`)));
    this.#open.promise.catch(() => undefined);
    if (this.#child.stdout) createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(line));
  }

  /** Resolves once it is connected. */
  get ready(): Promise<void> {
    return this.#open.promise;
  }

  /** kill -9. */
  kill(): Promise<void> {
    return endProgram(this.#child, 'SIGKILL');
  }

  stop(): Promise<void> {
    return endProgram(this.#child);
  }

  #hear(line: string): void {
    const at = line.indexOf(' ');
    const said: Record<string, unknown> = JSON.parse(line.slice(at));
    if (line.startsWith('update ')) this.updates.push(`${said.name}=${said.value}`);
    else if (said.state === 'open') this.#open.resolve();
  }
}

/** Starts the portal, makes its users and gives them their rights on the sheet. */
export async function startControlsSite(): Promise<ControlsSite> {
  const site = await startAdminSite([ivy, jon, vera]);
  const { call, key } = await site.portal.publisher(boss);
  await call(publishReport, { topic, pages: [{ name: 'Limits', html: '<p>Soon</p>' }] });
  await site.call(boss, assumeAdmin, { gropic: topic });
  const rights = { viewers: [boss, ivy, jon, vera], publishers: [boss], interactors: [ivy, jon], admins: [boss] };
  await site.call(boss, gropicPerms, { gropic: topic, ...rights });
  const publishers: PublisherProcess[] = [];
  return {
    ...site,
    async startPublisher({ hangs = false } = {}) {
      const publisher = new PublisherProcess({ url: site.portal.url, key, hangs });
      publishers.push(publisher);
      await publisher.ready;
      return publisher;
    },
    async stop() {
      await Promise.all(publishers.map((publisher) => publisher.stop()));
      await site.stop();
    },
  };
}

/** A control of the shown report. */
export function control(page: Page, name: string): Locator {
  return page.getByTestId('report').locator(`[data-control="${name}"]`);
}

/** Resolves once the control may be used. */
export async function usable(page: Page, name: string): Promise<Locator> {
  const found = control(page, name);
  await page.getByTestId('report').locator(`[data-control="${name}"]:enabled`).waitFor();
  return found;
}

/** Resolves once the words stand beside a control. */
export function note(page: Page, words: string): Promise<void> {
  return page.getByTestId('report').locator('.control-note').getByText(words).waitFor();
}

/** Resolves once the state of the icons in the bar is this. */
export function connection(page: Page, state: string): Promise<void> {
  return page.locator(`[data-testid=connection][data-state="${state}"]`).waitFor();
}
