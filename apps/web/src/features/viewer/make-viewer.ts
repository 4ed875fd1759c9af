import type { SessionUser } from '@sheetwire/contract/accounts';
import { userSettings } from '@sheetwire/contract/accounts';
import { figurePath } from '@sheetwire/contract/verify/path';
import type { RouterHistory } from '@tanstack/react-router';
import type { StoreApi } from 'zustand/vanilla';
import { showAlert } from '#features/alerts/alerts.ts';
import type { DebugLog } from '#features/debug-log/debug-log.ts';
import { givenAddresses } from '#features/given-links/given-links.ts';
import { Looks } from '#features/last-looked/looks.ts';
import { lineSenseOf } from '#features/live/line-of.ts';
import type { Figure, ShownContent } from '#features/report-document/shown-document.ts';
import { parseAddress } from '#features/selection/address.ts';
import { isViewerPath } from '#features/selection/viewer-path.ts';
import { errorText } from '#lib/api.ts';
import { isRemotePath, withoutRemote } from '#lib/device.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { pageHidden } from '#lib/page-hidden.ts';
import type { Services } from '#services.ts';
import { makeDrivers } from './drivers.ts';
import { type FlashSetting, makeFlashSetting } from './flash-setting.ts';
import { makeControls, startControls } from './make-controls.ts';
import { SavedRecents } from './recents.ts';
import { makeSurface } from './report-surface.ts';
import type { ReportInfo } from './report-view.ts';
import { SlowReports } from './slow-reports.ts';
import { type ViewerHistory, ViewerModel } from './viewer-model.ts';
import { whenDrawn } from './when-drawn.ts';

export interface Viewer {
  readonly model: ViewerModel;
  /** The element that holds the report; React only places it. */
  readonly host: HTMLElement;
  /** The topic whose first page the shell brought. */
  readonly earlyTopic: string | undefined;
  readonly flash: FlashSetting;
  /** What of the report may be taken along. */
  readonly content: ShownContent;
  /** A reader would see nothing of the page that is drawn. */
  readonly isBlank: StoreApi<boolean>;
  /** What changed since the reader's last look. */
  readonly looks: Looks;
  /** Filled while deep logging is on. */
  readonly debug: DebugLog;
  /** The answer stops it. */
  start(): () => void;
}

/** Joins the parts of the viewer for one user. */
export function makeViewer(services: Services, history: RouterHistory, user: SessionUser): Viewer {
  const flash = makeFlashSetting(services.store);
  const controls = makeControls(services, user.user, () => ({ surface: made, model }));
  const looks = new Looks(async () => {
    const start = loadChunk(() => import('#features/last-looked/start-last-look.ts'));
    const chip = loadChunk(() => import('#features/last-looked/since-chip.tsx'));
    const [{ startLastLook }] = await Promise.all([start, chip]);
    return startLastLook({
      user: user.user,
      clock: services.clock,
      present: (at) => model.reports.present(at),
      store: services.store,
      ...{ host, content },
      version: () => model.view.info.getState().report?.version ?? 0,
      mayKeep: () => isSignedIn(services, user.user),
    });
  });
  const slow = new SlowReports({ store: services.store, clock: services.clock, whenDrawn });
  const made = makeSurface({
    ...{ controls, slow },
    watch: looks,
    clock: services.clock,
    store: services.store,
    verifyAt: (figure) => links.given(verifyAtOf(model.view.info.getState().report, figure)),
    onFault: showAlert,
    mayFlash: () => flash.isOn.getState() && !model.isPast,
    openInApp: (address) => history.push(services.isRemote && !isRemotePath(address) ? `/remote${address}` : address),
  });
  const links = givenAddresses(services.call, () => model.view.info.getState().report);
  const { surface, host, earlyTopic, content, isBlank } = made;
  const { topics, makeReports, debug } = makeDrivers(services);
  const { startSaving, readRecents, saveRecents } = makeRecents(services, user.user);
  const model = new ViewerModel({
    history: viewerHistory(history, services.isRemote),
    clock: services.clock,
    leavePage: () => controls.leavePage(),
    isSlow: (topic) => slow.isSlow(topic),
    ...{ surface, topics, makeReports, readRecents, saveRecents },
  });
  const start = () => {
    const stopControls = startControls(controls, model);
    const stopLooks = looks.start();
    const stopSaving = startSaving();
    // A report that was fetched behind other tabs is laid out when its own is looked at.
    const stopAppearing = pageHidden.subscribe(() => pageHidden.getSnapshot() || slow.drawMore(() => undefined));
    const stopLinks = links.start();
    model.start();
    return () => {
      stopLinks();
      stopLooks();
      stopSaving();
      stopAppearing();
      stopControls();
      model.stop();
    };
  };
  return { model, host, earlyTopic, flash, content, isBlank, looks, debug, start };
}

/** Nothing is verified of an empty report. */
function verifyAtOf(report: ReportInfo | undefined, figure: Figure | undefined): string | undefined {
  return report && !report.isEmpty ? `${location.origin}${figurePath({ ...report, ...figure })}` : undefined;
}

/** The reports that the user opened last: known to the session at once, saved with the account. */
function makeRecents(services: Services, user: string) {
  const { session, call } = services;
  const readRecents = () => {
    const known = session.store.getState();
    return 'user' in known ? known.user.recentReports : [];
  };
  const saved = new SavedRecents({
    // Nobody's list is saved with the cookie of whoever signed in since.
    present: () => (isSignedIn(services, user) ? readRecents() : undefined),
    save: (recentReports) => call(userSettings, { user, recentReports }, { outlivesPage: true }),
    line: lineSenseOf(services),
    onRefused: (error) => showAlert(errorText(error)),
  });
  const leave = () => saved.leave();
  return {
    startSaving() {
      const stop = saved.start();
      addEventListener('pagehide', leave);
      return () => {
        stop();
        removeEventListener('pagehide', leave);
      };
    },
    readRecents,
    saveRecents(recentReports: string[]) {
      session.setRecents(recentReports);
      saved.save();
    },
  };
}

function isSignedIn({ session }: Services, user: string): boolean {
  const known = session.store.getState();
  return 'user' in known && known.user.user === user;
}

/** The router's history as the viewer reads and writes it, with the prefix of remote mode. */
function viewerHistory(history: RouterHistory, isRemote: boolean): ViewerHistory {
  return {
    read: () => (isViewerPath(history.location.pathname) ? parseAddress(history.location) : undefined),
    readText: () => `${withoutRemote(history.location.pathname)}${history.location.search}${history.location.hash}`,
    write(address, mode) {
      const rest = address.startsWith('/?') || address === '/' ? address.slice(1) : address;
      history[mode](isRemote ? `/remote${rest}` : address);
    },
  };
}
