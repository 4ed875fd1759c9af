import type { OfficeGlobals } from '#office/office-globals.ts';
import { pageClock } from '#office/page-clock.ts';
import type { PaneModel } from '#pane/pane-model.ts';
import type { PaneState } from '#pane/pane-state.ts';
import { wordsOfLive } from '#pane/pane-words.ts';
import { ReportReader } from './report-reader.ts';
import { sheetFunctions } from './sheet-functions.ts';

/** Gives Excel the functions, in the runtime that they share with the pane; an Excel without them has the pane alone. */
export function associateFunctions({ CustomFunctions, Excel }: OfficeGlobals, model: PaneModel): void {
  if (!CustomFunctions || !Excel) return;
  const { Error: CellError, ErrorCode } = CustomFunctions;
  const reader = new ReportReader({ call: model.signIn.call, clock: pageClock, chance: Math.random });
  const isIn = ({ phase }: PaneState) => phase === 'signed-in';
  const follow = <T>(of: (state: PaneState) => T, hear: (value: T) => void) => {
    hear(of(model.store.getState()));
    return model.store.subscribe((now, before) => {
      if (of(now) !== of(before)) hear(of(now));
    });
  };
  // Whose key it is, and not only whether there is one: another user's token replaces the former user's pages.
  follow(
    ({ login }) => login,
    () => reader.again(),
  );
  const functions = sheetFunctions({
    reader,
    onStatus: (hear) => follow(({ live }) => wordsOfLive(live).words, hear),
    onAuth: (hear) => follow(isIn, hear),
    logIn: async (token) => {
      await model.signIn.with(token, false);
      return isIn(model.store.getState());
    },
    erase: (address) =>
      Excel.run(async (context) => {
        const at = address.lastIndexOf('!');
        const sheet = address.slice(0, at).replace(/^'|'$/g, '').replaceAll("''", "'");
        context.workbook.worksheets.getItem(sheet).getRange(address.slice(at + 1)).values = [[true]];
        await context.sync();
      }),
    notAvailable: (words) => new CellError(ErrorCode.notAvailable, words),
    invalid: (words) => new CellError(ErrorCode.invalidValue, words),
  });
  for (const [id, run] of Object.entries(functions)) CustomFunctions.associate(id, run);
}
