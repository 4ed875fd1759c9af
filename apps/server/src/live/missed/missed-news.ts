import type { RightsNow, RightsPart } from '#live/rights-now.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { LiveHub } from '../hub.ts';
import { Doubts, type DoubtsDeps } from './doubts.ts';
import { MissedRights, type MissedRightsDeps } from './missed-rights.ts';
import { type MissedDeps, MissedVersions } from './missed-versions.ts';
import { UnreadNews } from './unread-news.ts';

type Deps = Omit<MissedDeps, 'engine'> & Omit<MissedRightsDeps, 'changed' | 'ended'> & Pick<DoubtsDeps, 'bus'>;

/** What follows from changes that the store tells of. */
export interface MissedEffects {
  /** A part of the rights, once it was read again. */
  rights(part: RightsPart): void;
  ended(whose: Parameters<MissedRightsDeps['ended']>[0]): void;
}

interface Parts {
  readonly engine: ReportEngine;
  readonly hub: LiveHub;
  readonly rights: RightsNow;
  readonly effects: () => MissedEffects;
}

/** Finds what other servers changed and this one was not told of, or could not read (decision 87, decision 90). */
export class MissedNews {
  readonly versions: MissedVersions;
  readonly rights: MissedRights;
  readonly doubts: Doubts;
  readonly #unread: UnreadNews;

  constructor(deps: Deps, { engine, hub, rights, effects }: Parts) {
    this.versions = new MissedVersions({ ...deps, engine });
    const changed = async (part: RightsPart) => {
      await rights.changed(part);
      effects().rights(part);
    };
    this.rights = new MissedRights({ ...deps, changed, ended: (whose) => effects().ended(whose) });
    this.doubts = new Doubts({ ...deps, missed: this.versions });
    this.#unread = new UnreadNews({ ...deps, unread: engine.unread, hub });
  }

  /** Before catalogue and rights are read: what changes meanwhile is found later. */
  async begin(): Promise<void> {
    await this.versions.begin();
    await this.rights.begin();
  }

  start(): void {
    this.versions.start();
    this.#unread.start();
    this.rights.start();
  }

  /** Looks at once; resolves when rights were looked at. */
  look(): Promise<void> {
    this.versions.look();
    return this.rights.look();
  }

  async stop(): Promise<void> {
    this.#unread.stop();
    this.doubts.stop();
    await this.versions.stop();
    await this.rights.stop();
  }
}
