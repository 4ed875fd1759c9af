import '#pane/pane.css';
import { openExcel } from '#office/excel-host.ts';
import { officeGlobals } from '#office/office-globals.ts';
import { type CheckResult, checks, runChecks } from './checks.ts';
import { openBench } from './excel-bench.ts';

const sets = [
  ['ExcelApi', '1.13'],
  ['ExcelApi', '1.17'],
  ['ExcelApi', '1.19'],
  ['SharedRuntime', '1.1'],
  ['CustomFunctionsRuntime', '1.3'],
  ['DialogApi', '1.2'],
] as const;

const place = document.getElementById('app');
if (!place) throw new Error('The page has no #app');
const main = document.createElement('main');
main.className = 'pane';
// It has nothing else to focus once the checks run, and scrolls.
main.tabIndex = 0;
place.append(main);
main.append(element('h1', `${document.title}: self-test`));

const opened = await openExcel(officeGlobals, location.origin);
const { Office, Excel } = officeGlobals;
if ('why' in opened || !Office || !Excel) say('why' in opened ? opened.why : 'Open this page from Excel.', 'alert');
else offer({ Office, Excel });

function offer(present: Parameters<typeof openBench>[0]): void {
  say(
    `${checks.length} checks of the Excel functions that the add-in relies on. They add a sheet to this workbook and remove it again.`,
  );
  const start = element('button', 'Start');
  start.className = 'button';
  start.type = 'button';
  start.dataset.kind = 'primary';
  main.append(start);
  start.addEventListener('click', () => {
    start.remove();
    run(present).catch((fault: unknown) => say(fault instanceof Error ? fault.message : String(fault), 'alert'));
  });
}

async function run(present: Parameters<typeof openBench>[0]): Promise<void> {
  const table = document.createElement('table');
  table.append(rowOf(['Check', 'Result'], 'th'));
  main.append(table);
  const { requirements } = present.Office.context;
  for (const [set, version] of sets) {
    table.append(rowOf([`${set} ${version}`, requirements.isSetSupported(set, version) ? 'yes' : 'no']));
  }
  const { bench, end } = await openBench(present);
  const results: CheckResult[] = [];
  await runChecks(bench, (result) => {
    results.push(result);
    const { name, isGood, note } = result;
    table.append(rowOf([name, [isGood ? 'passed' : 'FAILED', note].filter(Boolean).join(': ')]));
  });
  await end();
  const bad = results.filter(({ isGood }) => !isGood).length;
  say(bad === 0 ? `All ${results.length} checks passed.` : `${bad} of ${results.length} checks failed.`);
}

function say(words: string, role = 'status'): void {
  main.querySelector('[role]')?.remove();
  const said = element('p', words);
  said.setAttribute('role', role);
  main.querySelector('h1')?.after(said);
}

function rowOf(cells: readonly string[], kind: 'td' | 'th' = 'td'): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.append(...cells.map((cell) => element(kind, cell)));
  return row;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
