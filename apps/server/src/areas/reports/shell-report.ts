import { mayFitShell, shellRoot } from '@sheetwire/page/shell';
import { parseDatedTopic } from '@sheetwire/rules/topic';
import type { Actor } from '#lib/actor.ts';
import { type ViewingDeps, viewOf } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { ReportEngine } from '#report/engine.ts';
import { pagesFor } from '#report/report-state.ts';

/** Writes the first page of the asked report into the shell, given the answer's nonce; '' when there is nothing to show. */
export type WriteReport = (nonce: string) => string;

const nothing: WriteReport = () => '';

/**
 * The first page of the live report that an address names, so that it shows before the application's script runs
 * (architecture, decision 10). The same rights decide as for the report call; snapshots and the past are left to that call.
 */
export async function shellReport(
  deps: ViewingDeps & { readonly engine: ReportEngine },
  actor: Actor,
  address: { readonly path: string; readonly query: unknown },
): Promise<WriteReport> {
  const mayView = (head: TopicHead) => viewOf(deps, { head, actor, viewSecret: undefined }).mayView;
  const head = headAt(deps.engine, address, mayView);
  if (!head) return nothing;
  const { topic } = head;
  const write = await deps.engine.read(topic, (state): WriteReport => {
    const number = state && pagesFor(state.pages, actor.addressee)[0];
    const page = number === undefined ? undefined : state?.pages[number];
    if (!page || !state || !mayFitShell(page.bytes)) return nothing;
    const { html, styles, name } = page;
    const { version } = state;
    // As the page is called when it is drawn anew: what a reader did on it is kept by that name.
    const label = `${topic} ${name}`;
    return (nonce) => shellRoot({ html, styles: [...styles], label, topic, version, number: 0, nonce });
  });
  // Reading may have taken longer than the right to see it.
  const now = deps.engine.head(topic);
  return now && mayView(now) ? write : nothing;
}

/** A `+` is a space unless a report has one in its name (semantics 1): one that may not be viewed is as none. */
function headAt(
  engine: ReportEngine,
  { path, query }: { readonly path: string; readonly query: unknown },
  mayView: (head: TopicHead) => boolean,
): TopicHead | undefined {
  for (const text of [path, path.replaceAll('+', ' ')]) {
    const asked = parseDatedTopic(topicText(text, query));
    const head = asked && asked.date === undefined ? engine.head(asked.topic) : undefined;
    if (head && mayView(head)) return head;
  }
  return undefined;
}

/** The topic of `/{entity}/{group}/{report}` or of `?entity=…&group=…&report=…`; '' when a date, a moment of the past or nothing is named. */
function topicText(path: string, query: unknown): string {
  const parts =
    decoded(path.replace(/^\/remote(?=\/|$)/, ''))
      ?.split('/')
      .filter(Boolean) ?? [];
  if (textOf(query, 'date') !== '' || textOf(query, 'at') !== '') return '';
  if (parts.length === 3) return parts.join('/');
  return parts.length === 0 ? ['entity', 'group', 'report'].map((name) => textOf(query, name)).join('/') : '';
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function textOf(query: unknown, name: string): string {
  if (typeof query !== 'object' || query === null || !Object.hasOwn(query, name)) return '';
  const value: unknown = Object.entries(query).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
}
