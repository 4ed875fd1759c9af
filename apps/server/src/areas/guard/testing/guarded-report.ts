import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { parseGropic } from '@sheetwire/rules/gropic';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { publisherOf, type TestPublisher, viewerOf } from '../../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/test-app.ts';

/** A server with reports that have rules: two publishers, an admin and a viewer. */
export interface GuardedDesk {
  readonly server: TestApp;
  readonly bot: TestPublisher;
  readonly other: TestPublisher;
  readonly boss: TestBrowser;
  readonly ann: TestBrowser;
  /** Gives a report its rules, and the lists of who may what. */
  guarded(topic: string, rules: readonly GuardRule[], more?: object): Promise<void>;
  lists(topic: string, admins: readonly string[], publishers?: readonly string[]): Promise<void>;
}

export async function guardedDesk(): Promise<GuardedDesk> {
  const server = await startTestApp();
  const [bot, other] = [await publisherOf(server, 'ACME/bot'), await publisherOf(server, 'ACME/other')];
  const [boss, ann] = [await viewerOf(server, 'ACME/boss'), await viewerOf(server, 'ACME/ann')];
  const of = (...names: readonly string[]) => names.flatMap((name) => parsePrincipal(name) ?? []);
  const both = ['ACME/bot', 'ACME/other'];
  const lists = async (topic: string, admins: readonly string[], publishing: readonly string[] = both) => {
    const gropic = parseGropic(topic);
    if (!gropic) throw new Error(`${topic} is malformed`);
    const before = await server.stores.perms.get(gropic);
    const publishers = of(...publishing);
    const perms = { gropic, viewers: of('ACME/[ALL]'), publishers, interactors: [], admins: of(...admins) };
    await server.stores.perms.save({ ...perms, version: 0 }, before?.version ?? 0);
    await server.app.reporting.rightsChanged();
  };
  return {
    server,
    bot,
    other,
    boss,
    ann,
    lists,
    async guarded(topic, rules, more = {}) {
      await lists(topic, ['ACME/boss']);
      const answer = await boss.call('admin/guard/', { topic, rules, ...more });
      if (!('rulesId' in answer)) throw new Error(JSON.stringify(answer));
    },
  };
}

/** A page with one cell in each row. */
export function sheet(...values: readonly string[]): string {
  const rows = values.map((value, n) => `<tr><td data-cell="A${n + 1}">${value}</td></tr>`);
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}
