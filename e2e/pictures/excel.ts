import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { publishRelease, publishRollback } from '@sheetwire/contract/publishing/history';
import { AddInSite, topic } from '../publish/excel/add-in-site.ts';
import type { StubExcel } from '../publish/excel/excel-rig.ts';
import { whatIsCut } from '../support/axe.ts';
import type { Album } from './camera.ts';

/** The widths of a pane: as it opens, and drawn wide. */
const widths = [320, 450];

interface PaneState {
  readonly name: string;
  go(office: AddInSite, width: number): Promise<StubExcel>;
}

const sized = (width: number) => ({ viewport: { width, height: 800 } });

async function live(office: AddInSite, width: number): Promise<StubExcel> {
  const desk = await office.desk(sized(width));
  await desk.goLive(topic);
  return desk;
}

const states: readonly PaneState[] = [
  {
    name: 'logged-out',
    async go(office, width) {
      const desk = await office.excel(sized(width));
      await desk.field('API key or token').fill('swk_0123456789abcdef');
      await desk.button('Log in').click();
      await desk.says(/^The key is unknown/);
      return desk;
    },
  },
  {
    name: 'dry-run',
    async go(office, width) {
      const desk = await office.desk(sized(width));
      await desk.field('Report').fill(topic);
      await desk.edit({ set: 'Prices!B2', to: width });
      await desk.page.getByLabel('Notes').uncheck();
      await desk.button('Dry run').click();
      await desk.says(/Nothing was published/);
      return desk;
    },
  },
  { name: 'live', go: live },
  {
    name: 'lost',
    async go(office, width) {
      const desk = await live(office, width);
      await live(office, width);
      await desk.says(/^Live ended: another session/);
      await desk.page.getByText('Events').click();
      return desk;
    },
  },
  {
    name: 'offline',
    async go(office, width) {
      const desk = await live(office, width);
      await desk.context.setOffline(true);
      await desk.edit({ set: 'Prices!B2', to: 8 });
      await desk.says(/^Offline/);
      return desk;
    },
  },
  {
    name: 'held',
    async go(office, width) {
      const desk = await live(office, width);
      await desk.edit({ set: 'Prices!B2', to: width });
      await desk.says(/^Live: version (?:[2-9]|\d\d)/);
      const { version } = await office.call(publishRollback, {
        topic,
        version: 1,
        reason: 'Wrong prices in the morning',
      });
      await desk.edit({ set: 'Prices!B3', to: version });
      await desk.says(/^Publishing is on hold/);
      await desk.says(/^On hold/);
      await desk.page.getByText('Continue').waitFor();
      await office.call(publishRelease, { topic, version, accept: true });
      return desk;
    },
  },
  {
    name: 'self-test',
    async go(office, width) {
      const desk = await office.selfTest(sized(width));
      await desk.button('Start').click();
      await desk.says(/checks passed/);
      return desk;
    },
  },
];

/** The pane of the Excel add-in at the widths that it has, light and dark, in an Excel of our own. */
export async function excel({ folder, only }: Album): Promise<string[]> {
  const place = join(folder, 'excel');
  await mkdir(place, { recursive: true });
  const office = await AddInSite.start();
  try {
    await (await live(office, 320)).close();
    const faults: string[] = [];
    for (const state of states.filter(({ name }) => only?.test(name) ?? true)) {
      for (const width of widths) faults.push(...(await taken(office, state, { width, place })));
    }
    return faults;
  } finally {
    await office.stop();
  }
}

interface Taking {
  readonly width: number;
  readonly place: string;
}

/** One state at one width, in both schemes; answers what was wrong. */
async function taken(office: AddInSite, { name, go }: PaneState, { width, place }: Taking): Promise<string[]> {
  const { page } = await go(office, width);
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const path = join(place, `${name}.${width}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    faults.push(...(await whatIsCut(page)));
  }
  return [...faults, ...(await office.closeAll())].map((fault) => `excel/${name} ${width}: ${fault}`);
}
