import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import { type AdminSite, boss, startAdminSite } from '../admin/admin-site.ts';

export const robot = 'ACME/robot';
export const viewer = 'ACME/vera';
export const topic = 'ACME/SALES/DAILY';

/** A site with one report, which the boss administers, a robot publishes and a viewer watches. */
export interface SalesSite {
  readonly site: AdminSite;
  /** Publishes the report with one value. */
  readonly publish: (value: string) => Promise<unknown>;
}

/** Starts the site; nothing is published yet. */
export async function startSalesSite(): Promise<SalesSite> {
  const site = await startAdminSite([]);
  await site.portal.addUser(viewer);
  const { call } = await site.portal.publisher(robot);
  await site.call(boss, assumeAdmin, { gropic: 'ACME/SALES' });
  const lists = { viewers: [viewer, boss], publishers: [robot], interactors: [], admins: [boss] };
  await site.call(boss, gropicPerms, { gropic: 'ACME/SALES', ...lists });
  const publish = (value: string) => {
    const html = `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`;
    return call(publishReport, { topic, pages: [{ name: 'Prices', html }] });
  };
  return { site, publish };
}
