import { runUserCommand } from '#identity/operator/user-command.ts';
import { daily, type Read } from './reads.ts';
import type { Stage } from './stage.ts';

/** Something that is done at one server, and the reads by which every server then shows it. */
export interface Deed {
  readonly name: string;
  does(stage: Stage): Promise<unknown>;
  readonly shows: readonly Read[];
}

/** A page of one column. */
export const sheet = (...values: readonly string[]) =>
  `<table><tbody>${values.map((value, n) => `<tr><td data-cell="A${n + 1}">${value}</td></tr>`).join('')}</tbody></table>`;

/** Publishes a report whole. */
export const publish =
  (topic: string, values: readonly string[], more: object = {}, headers = {}) =>
  (stage: Stage) =>
    stage.does(
      'bot',
      'publish/report/',
      { topic, pages: [{ name: 'P', html: sheet(...values) }], ...more },
      { headers },
    );

/** The version that the daily report shows. */
export async function versionOf(stage: Stage): Promise<number> {
  const { newestVersion } = await stage.does('vic', 'reports/versions/', { topic: daily });
  return Number(newestVersion);
}
/** Publishes cells of the daily report. */
export const cells = (set: Record<string, string>) => async (stage: Stage) =>
  stage.does('bot', 'publish/cells/', {
    topic: daily,
    baseVersion: await versionOf(stage),
    cells: Object.entries(set).map(([cell, html]) => ({ page: 'P', cell, html })),
  });

/** Who has which right. */
export type Lists = Partial<Record<'viewers' | 'publishers' | 'interactors' | 'admins', readonly string[]>>;
/** The rights that the deeds begin with. */
export const usual: Lists = {
  viewers: ['ACME/vic', 'ACME/ann', 'ACME/bot', 'ACME/pub'],
  publishers: ['ACME/bot', 'ACME/pub'],
  interactors: ['ACME/ann'],
  admins: ['ACME/boss'],
};
/** Saves the rights on a gropic. */
export const rights =
  (gropic: string, lists: Lists, by: 'boss' | 'plain' = 'boss') =>
  (stage: Stage) =>
    stage.does(by, 'admin/gropicperms/', {
      gropic,
      ...{ viewers: [], publishers: [], interactors: [], admins: [] },
      ...lists,
    });
/** The usual rights, and one more name in a list. */
export const also = (list: keyof Lists, name: string): Lists => ({ ...usual, [list]: [...(usual[list] ?? []), name] });

/** A call of the super admin. */
export const asRoot = (path: string, body: object) => (stage: Stage) => stage.does('root', path, body);
/** A call of the admin. */
export const asBoss = (path: string, body: object) => (stage: Stage) => stage.does('boss', path, body);
/** A command of the operator. */
export const command = (given: object) => (stage: Stage) => runUserCommand(stage.here.app.identity, given);

/** A rule that holds what moved by a tenth. */
export const moved = { kind: 'moved', page: 'P', cell: 'A1', percent: 10, action: 'hold' };
