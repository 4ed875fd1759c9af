import { Readable } from 'node:stream';
import type { auditCsv as call } from '@sheetwire/contract/audit';
import type { Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { csvLine, csvText } from '@sheetwire/rules/csv';
import type { KnownRequest, Wire } from '#http/route.ts';
import { Slice } from '#lib/slices.ts';
import type { AuditFilter, AuditPlace, FoundAuditRow } from '#ports/audit.ts';
import type { AuditDeps } from './audit-deps.ts';
import { cut, filterOf } from './filter.ts';

/** Unicode's mark, by which spreadsheets know the encoding. */
const MARK = '\ufeff';
const HEAD = csvLine(['Time (UTC)', 'Actor', 'Action', 'Object', 'Before', 'After', 'Address']);

/** The audit log as a file: read page by page, only as fast as it is taken away and as long as its reader may read it. */
export async function auditCsv(
  deps: AuditDeps,
  input: Parsed<typeof call>,
  { request, wire }: { readonly request: KnownRequest; readonly wire: Wire },
): Promise<void> {
  const day = new Date(deps.clock.now()).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const lines = linesOf(deps, filterOf(input), request);
  await wire.reply
    .header('Content-Disposition', `attachment; filename="audit-${day}.csv"`)
    .header('Cache-Control', 'no-store')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(lines));
}

async function* linesOf(
  { audit, again }: AuditDeps,
  filter: Omit<AuditFilter, 'limit' | 'before'>,
  { actor, signal }: KnownRequest,
): AsyncGenerator<string> {
  yield MARK + HEAD;
  const { cell: text } = limits.audit;
  let before: AuditPlace | undefined;
  let left: number = limits.audit.csvRows;
  do {
    // Between two pages there may be hours: it is the client who says when it takes the next.
    if ((await again(actor))?.isSuperAdmin !== true) {
      yield note('This file is incomplete: your session ended or you are no longer a super administrator');
      return;
    }
    const { rows, next } = await audit.search({ ...filter, before, limit: Math.min(limits.auditPage, left), text });
    yield* piecesOf(rows);
    left -= rows.length;
    before = next;
  } while (before !== undefined && left > 0 && !signal.aborted);
  if (before !== undefined && left <= 0) {
    yield note(`Only the latest ${limits.audit.csvRows} rows are included; choose a shorter period`);
  }
}

/** The lines of rows, some at a time: a page of changed lists is the work of many turns of the event loop (quality: 50 ms). */
async function* piecesOf(rows: readonly FoundAuditRow[]): AsyncGenerator<string> {
  const slice = new Slice();
  let piece = '';
  for (const row of rows) {
    piece += lineOf(row);
    if (piece.length < limits.audit.piece) continue;
    yield piece;
    piece = '';
    await slice.rest();
  }
  if (piece !== '') yield piece;
}

/** A line that says something of the file. */
function note(words: string): string {
  return csvLine(['', '', words, '', '', '', '']);
}

function lineOf({ at, actor, action, object, before, after, address }: FoundAuditRow): string {
  const { cell } = limits.audit;
  const texts = [actor, action, object, cut(before, cell), cut(after, cell), address];
  return csvLine([new Date(at).toISOString(), ...texts.map(csvText)]);
}
