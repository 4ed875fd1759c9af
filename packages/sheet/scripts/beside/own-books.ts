import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { buildXlsx } from '../../src/test-support/xlsx-builder.ts';
import { caseSheet, caseStyles } from './case-sheet.ts';
import { conditionCases, orderCases, rankCases } from './condition-cases.ts';
import { pictureFiles } from './picture-files.ts';
import { pictureSource } from './picture-sheet.ts';
import { barCases, iconCases, laterBarCases, laterIconCases, scaleCases } from './scale-cases.ts';
import { sparklineSheets } from './sparkline-sheet.ts';

const dayMs = 86_400_000;
/** The first day of 1970 as a serial number. */
const epoch = 25_569;

const sparklines = (body: string) => buildXlsx({ sheets: [{ name: 'Sparklines', body }], styles: caseStyles });

/** Writes the workbooks of every kind of rule, sparkline and picture; answers their paths. */
export async function writeBooks(browser: Browser, folder: string): Promise<string[]> {
  const now = new Date();
  const today = epoch + Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / dayMs);
  const rules = {
    Conditions: conditionCases,
    'Ranks and dates': rankCases(today),
    Order: orderCases,
    Scales: scaleCases,
    Bars: barCases,
    'Later bars': laterBarCases,
    Icons: iconCases,
    'Later icons': laterIconCases,
  };
  const sheets = Object.entries(rules).map(([name, cases]) => ({ name, body: caseSheet(cases) }));
  const books = {
    'rules.xlsx': buildXlsx({ sheets, styles: caseStyles }),
    'pictures.xlsx': buildXlsx(pictureSource(await pictureFiles(browser))),
    ...Object.fromEntries(sparklineSheets().map((body, n) => [`sparklines-${n + 1}.xlsx`, sparklines(body)])),
  };
  mkdirSync(folder, { recursive: true });
  return Object.entries(books).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
}
