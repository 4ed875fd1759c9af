import type { FastifyInstance } from 'fastify';
import { shellReport } from '#areas/reports/shell-report.ts';
import { addAddIn } from '#http/addin/add-in.ts';
import type { GuardDeps } from '#http/guard.ts';
import { addNotFound } from '#http/not-found.ts';
import { addAssets } from '#http/pages/assets.ts';
import { addPages, type ShellReport } from '#http/pages/pages.ts';
import { readShells } from '#http/pages/shell.ts';
import type { Settings } from '../settings/settings.ts';
import type { Reporting } from './reporting.ts';

interface WebDeps {
  readonly webDir: string | undefined;
  readonly settings: Settings;
}

/** The pages and their files, where they were built. */
export async function addWeb(
  app: FastifyInstance,
  { webDir, settings }: WebDeps,
  { guard, reporting }: { readonly guard: GuardDeps; readonly reporting: Reporting },
): Promise<void> {
  const { productName, company, helpEmail, passwordLength, embedOrigins } = settings;
  const config = { productName, company, helpEmail, passwordLength };
  const shells = webDir === undefined ? undefined : readShells(webDir, config, embedOrigins);
  if (webDir === undefined || shells === undefined) return addNotFound(app);
  await addAssets(app, webDir);
  await addAddIn(app, { ...settings, webDir });
  const viewing = { ...reporting.viewing, engine: reporting.engine };
  const report: ShellReport = (actor, path, query) => shellReport(viewing, actor, { path, query });
  addNotFound(app, addPages(app, { ...guard, ...shells, productName, shellReport: report }));
}
