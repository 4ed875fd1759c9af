import { type Caller, createCaller } from '@sheetwire/client/caller';
import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import { onControlAction, report } from '@sheetwire/contract/reports';
import { type Portal, signIn, startPortal } from '../../support/portal.ts';

/** Who publishes, and enters. */
export const writer = 'DEMO/office';
export const everybody = { viewers: [writer], publishers: [writer], interactors: [writer], admins: [writer] };

/** A portal with a publisher who is an interactor too. */
export interface OfficeRig {
  readonly portal: Portal;
  readonly env: Readonly<Record<string, string>>;
  readonly viewer: Caller;
  /** Makes a report of which the publisher has all rights. */
  prepare(topic: string): Promise<void>;
  shown(topic: string): Promise<Shown>;
  enter(topic: string, attributeVal: string, controlVal: string): Promise<unknown>;
}

interface Shown {
  readonly pageNames: readonly string[];
  readonly version: number;
  textOf(address: string): string | undefined;
}

/** Starts the portal and makes the publisher. */
export async function officeRig(): Promise<OfficeRig> {
  const portal = await startPortal({ SHEETWIRE_SUPER_ADMINS: writer });
  const { key, call } = await portal.publisher(writer);
  const headers = { cookie: await signIn(portal, writer), 'sec-fetch-site': 'same-origin' };
  const viewer = createCaller({ baseUrl: portal.url, headers });
  return {
    portal,
    viewer,
    env: { SHEETWIRE_URL: portal.url, SHEETWIRE_KEY: key },
    async prepare(topic) {
      await call(publishReport, { topic, pages: [{ name: 'Empty', html: '' }] });
      await viewer(assumeAdmin, { gropic: topic });
      await viewer(gropicPerms, { gropic: topic, ...everybody });
    },
    async shown(topic) {
      const { pages = [], pageNames = [], version = 0 } = await call(report, { topic });
      const textOf = (address: string) =>
        new RegExp(`data-cell="${address}"[^>]*>(.*?)</t[dh]>`).exec(pages[0] ?? '')?.[1];
      return { pageNames, version, textOf };
    },
    enter: (topic, attributeVal, controlVal) => viewer(onControlAction, { topic, attributeVal, controlVal }),
  };
}

/** Python that opens a workbook of orders: two factors, their product, and entries for region and pieces. */
export function ordersOf(topic: string, book = 'book'): string {
  return `
${book} = open_book()
sheet = ${book}.Sheets.getByIndex(0)
sheet.setName("Orders")
sheet.getCellRangeByName("A1:B3").setDataArray((("Region", "North"), ("Price", 2.5), ("Pieces", 4.0)))
cell(${book}, ".A4").setString("Total")
cell(${book}, ".B4").setFormula("=B2*B3")
listed(${book}, ".B1", "North", "South")
named(${book}, "CTL_Region", "Orders.B1")
named(${book}, "CTL_Pieces", "Orders.B3")
${book}.getDocumentProperties().getUserDefinedProperties().addProperty("Sheetwire.Report", 128, "${topic}")
`;
}
