import type { Caller } from '@sheetwire/client/caller';
import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { addIn } from '@sheetwire/contract/publishing/add-in';
import type { Browser } from 'playwright-core';
import { type AdminSite, boss, startAdminSite } from '../../admin/admin-site.ts';
import { openChromium } from '../../support/chromium.ts';
import { cellOf, StubExcel } from './excel-rig.ts';

const group = 'ACME/DESK';
/** Of which the publisher is none. */
export const shut = 'ACME/SHUT/PRICES';
export const topic = 'ACME/DESK/PRICES';
export const publisher = 'ACME/pat';
export const viewer = 'ACME/vera';

type Options = Parameters<typeof StubExcel.open>[2];

/** A portal with one publisher and one viewer, and as many Excels as a test opens. */
export class AddInSite {
  readonly site: AdminSite;
  readonly browser: Browser;
  /** Of the publisher. */
  readonly key: string;
  readonly call: Caller;
  readonly #open: StubExcel[] = [];

  private constructor(site: AdminSite, browser: Browser, known: { readonly key: string; readonly call: Caller }) {
    this.site = site;
    this.browser = browser;
    this.key = known.key;
    this.call = known.call;
  }

  static async start(): Promise<AddInSite> {
    const site = await startAdminSite([]);
    const known = await site.portal.publisher(publisher);
    await site.portal.addUser(viewer);
    for (const gropic of [group, shut]) await site.call(boss, assumeAdmin, { gropic });
    const made = new AddInSite(site, await openChromium(), known);
    await made.setRights([publisher]);
    return made;
  }

  async setRights(publishers: string[]): Promise<void> {
    const viewers = [viewer, publisher];
    await this.site.call(boss, gropicPerms, {
      gropic: group,
      viewers,
      publishers,
      interactors: viewers,
      admins: [boss],
    });
  }

  async excel(options: Options = {}): Promise<StubExcel> {
    const opened = await StubExcel.open(this.browser, this.site.portal.url, options);
    this.#open.push(opened);
    return opened;
  }

  /** One whose publisher is logged in. */
  async desk(options: Options = {}): Promise<StubExcel> {
    const opened = await this.excel(options);
    await opened.logIn(this.key);
    return opened;
  }

  /** One page of the add-in alone. */
  selfTest(options: Options = {}): Promise<StubExcel> {
    return this.excel({ ...options, path: addIn.selfTest });
  }

  /** The text of a cell as viewers see it. */
  shown(cell: string): Promise<string | undefined> {
    return cellOf(this.call, topic, cell);
  }

  /** Closes what the test opened; answers what went wrong in any page. */
  async closeAll(): Promise<string[]> {
    const faults = this.#open.flatMap((excel) => excel.faults);
    for (const excel of this.#open.splice(0)) await excel.close();
    return [...faults, ...this.site.faults.splice(0)];
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.site.stop();
  }
}
