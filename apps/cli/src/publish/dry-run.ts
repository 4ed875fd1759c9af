import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import type { Topic } from '@sheetwire/rules/topic';
import { Stop } from '#exit.ts';
import type { RenderedPage } from './page-changes.ts';
import { type RenderedReport, reportBody } from './report-publisher.ts';

/**
 * Writes what would be published: one `.html` a page, to be looked at, and `report.json`, the exact body of
 * publish/report/. Answers the names of the files.
 */
export async function writeDryRun(folder: string, report: RenderedReport, topic: Topic | undefined): Promise<string[]> {
  const files = new Map<string, string>();
  for (const page of report.pages) files.set(fileNameOf(page.name, files), pageDocument(page));
  const body = topic === undefined ? reportBody(report) : { topic, ...reportBody(report) };
  files.set('report.json', `${JSON.stringify(body, null, 2)}\n`);
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of files) await writeFile(join(folder, name), text);
  } catch (fault) {
    throw new Stop(
      exits.file,
      `${folder} cannot be written: ${fault instanceof Error ? fault.message : String(fault)}`,
    );
  }
  return [...files.keys()];
}

/** The page's name as a tab's address has it, safe as a file name and unique among `taken`. */
function fileNameOf(pageName: string, taken: ReadonlyMap<string, string>): string {
  const plain = pageName
    .toLowerCase()
    .replaceAll(' ', '-')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^\.+/, '');
  const stem = plain === '' ? 'page' : plain.slice(0, 100);
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${stem}.html` : `${stem}-${n}.html`;
    if (!taken.has(name)) return name;
  }
}

/** A document of its own around the page, so that a browser shows it much as the portal will. */
function pageDocument({ name, html, styles }: RenderedPage): string {
  const rules = styles.map((css, n) => `[data-s="${n}"]{${css.replaceAll('<', '\\3c ')}}`);
  const ground =
    'body{font:13px/1.4 system-ui,sans-serif;background:#fff;color:#1a1a1a}table{border-collapse:collapse}' +
    'td,th{padding:2px 6px;text-align:left;font-weight:inherit}[data-num]{text-align:right}[data-ink=red]{color:#b3261e}';
  return [
    '<!doctype html>',
    '<html><head><meta charset="utf-8">',
    `<title>${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`,
    `<style>${ground}${rules.join('\n')}</style>`,
    '</head><body>',
    html,
    '</body></html>',
    '',
  ].join('\n');
}
