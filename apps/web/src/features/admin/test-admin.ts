import type { LiveEvent } from '@sheetwire/client/live-event';
import type { StreamListener } from '@sheetwire/client/live-stream';
import { TestClock } from '@sheetwire/client/test-clock';
import type { adminDetails } from '@sheetwire/contract/admin';
import type { Input } from '@sheetwire/contract/call';
import { type Answers, scriptedCalls } from '#lib/test-calls.ts';
import { AdminModel } from './admin-model.ts';
import { noPerms, type Perms } from './perms.ts';

/** One promise that is kept from outside. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

type Question = Input<typeof adminDetails>;

interface AdminServer {
  perms: Perms;
  version: number;
  admined: readonly string[];
  readonly principals: readonly string[];
  readonly asked: Question[];
  /** Somebody else saves. */
  replace(perms: Partial<Perms>): void;
  readonly answers: { admindetails(input: unknown): object; gropicperms(input: unknown): object };
  details(question: Question): object;
}

/** Lists of one group that every save moves on, as the calls tell them. */
export function adminServer(): AdminServer {
  const asked: Question[] = [];
  const server: AdminServer = {
    perms: { ...noPerms('ACME/RATES'), admins: ['ACME/ann'] },
    version: 1,
    admined: ['ACME/RATES', 'ACME/RATES/DAILY'],
    principals: ['ACME/DESK', 'ACME/ann', 'ACME/bob'],
    asked,
    replace(perms) {
      server.perms = { ...server.perms, ...perms };
      server.version++;
    },
    answers: {
      admindetails: (input: unknown) => {
        const question = input as Question;
        asked.push(question);
        return server.details(question);
      },
      gropicperms: (input: unknown) => {
        const { gropicPermsId, ...perms } = input as Perms & { gropicPermsId: string };
        const isStale = gropicPermsId !== String(server.version);
        if (!isStale) server.replace(perms);
        const present = { gropicPerms: server.perms, gropicPermsId: String(server.version) };
        return { ...present, ...(isStale ? { stale: true } : {}) };
      },
    },
    details(question) {
      const isNewRights = question.selectedGropic !== '' && question.gropicPermsId !== String(server.version);
      return {
        ...(question.returnTzLocations ? { tzLocations: ['Chicago', 'London'], defaultTzLocation: 'Chicago' } : {}),
        ...(question.principalsId === 'p1'
          ? {}
          : { principalsChanged: true, principals: server.principals, principalsId: 'p1' }),
        ...(question.numAdmined === server.admined.length ? {} : { adminedChanged: true, admined: server.admined }),
        ...(isNewRights
          ? {
              gropicPermsChanged: true,
              gropicPerms: server.perms,
              gropicPermsId: String(server.version),
              viewersAllUsers: server.perms.viewers.filter((name) => name !== 'ACME/DESK'),
            }
          : {}),
        ...(question.principalToAdd === 'ACME/DESK'
          ? { principalToAdd: 'ACME/DESK', principalToAddAllUsers: ['ACME/bob'] }
          : {}),
      };
    },
  };
  return server;
}

/** The page's model over scripted answers. */
export function build(answers: Answers, around: { readonly isMobile?: boolean } = {}) {
  const clock = new TestClock();
  const alerts: string[] = [];
  const unsaved: boolean[] = [];
  const listeners = new Set<StreamListener>();
  const { call, asked } = scriptedCalls(answers);
  const model = new AdminModel({
    call,
    clock,
    isMobile: around.isMobile ?? false,
    isHidden: { subscribe: () => () => undefined, getSnapshot: () => false },
    live: {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    alert: (text) => void alerts.push(text),
    noteUnsaved: (hasUnsaved) => void unsaved.push(hasUnsaved),
  });
  const tell = (event: LiveEvent) => {
    for (const listener of listeners) listener.onEvent(event);
  };
  return { model, clock, alerts, unsaved, calls: asked, tell, state: () => model.store.getState() };
}
