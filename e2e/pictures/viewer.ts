import { type Album, type State, takePictures } from './camera.ts';
import { choosingStates, daily } from './viewer-choosing.ts';
import { controlStates } from './viewer-controls.ts';
import { reportStates } from './viewer-report.ts';
import { startViewerSite, type ViewerSite } from './viewer-site.ts';
import { timeStates } from './viewer-time.ts';
import { toolStates } from './viewer-tools.ts';

/** The report viewer, its tools and Help. */
export async function viewer(album: Album): Promise<string[]> {
  const site = await startViewerSite();
  try {
    const states = [choosingStates, reportStates, controlStates, timeStates, toolStates]
      .flatMap((of) => of(site))
      .map(fresh(site));
    return await takePictures({ ...album, area: 'viewer', url: site.url, states, open: site.open });
  } finally {
    await site.stop();
  }
}

/** The desk's workbook comes anew before each picture of it: its publisher is never silent by chance. */
function fresh(site: ViewerSite): (state: State) => State {
  return (state) =>
    state.path?.includes(daily)
      ? {
          ...state,
          async prepare(page) {
            await site.tick();
            await state.prepare?.(page);
          },
        }
      : state;
}
