import { limits } from '@sheetwire/contract/limits';
import { previewWorkbook, sendWorkbook } from '@sheetwire/contract/publishing/calls';
import { parseTopic } from '@sheetwire/rules/topic';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { ownCalls } from '#features/asked/own-calls.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { compareInWorker } from '#features/compare/in-worker.ts';
import { noteCall, noteLate } from '#features/connection/connection.ts';
import { lineOf } from '#features/live/line-of.ts';
import { fetchReport } from '#features/report-loop/report-fetch.ts';
import { decoded } from '#features/selection/viewer-path.ts';
import { watched } from '#lib/api.ts';
import { bounded } from '#lib/give-up-late.ts';
import { pageHidden } from '#lib/page-hidden.ts';
import { type Services, useServices } from '#services.ts';
import { fileCaller, type SentFile } from './file-call.ts';
import { PublishingModel } from './publishing-model.ts';
import { Upload } from './upload.ts';

/** The list of reports and the file under way, at work while the page is on screen. */
export function usePublishing(): { readonly model: PublishingModel; readonly upload: Upload } {
  const services = useServices();
  const call = useOwnCalls();
  const [model] = useState(() => new PublishingModel({ call, clock: services.clock, isHidden: pageHidden }));
  const [upload] = useState(() => makeUpload(services, model));
  useEffect(() => {
    model.start();
    upload.start();
    // Who decides is told at once that something waits, or was decided by somebody else.
    const unsubscribe = lineOf(services).subscribe({
      onEvent: ({ name }) => name === 'admin' && model.refresh(),
      onState: () => undefined,
      onGap: () => model.refresh(),
    });
    return () => {
      unsubscribe();
      model.stop();
      upload.stop();
    };
  }, [services, model, upload]);
  useNamed(model);
  return { model, upload };
}

/** The report that the address names after its hash. */
function useNamed(model: PublishingModel): void {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    const topic = parseTopic(decoded(hash));
    if (topic !== undefined) model.select(topic);
  }, [model, hash]);
}

function makeUpload(services: Services, model: PublishingModel): Upload {
  const { call, clock, session, browserId, isMobile } = services;
  const now = () => clock.now();
  const notes = { now, note: (isConnected: boolean) => noteCall(isConnected, now()), noteLate };
  // Two minutes is the longest that the server takes a file for (requestTime); from then on it is a call like any other.
  const within = 3 * limits.longAnswer;
  const send = (sent: SentFile) =>
    ownCalls({ call: bounded(watched(fileCaller(sent), notes), clock, within), session });
  /** The report that was selected when the file was published. */
  let selected = '';
  const log = (message: string, error: unknown) => console.error(message, error);
  return new Upload({
    preview: (sent, signal) => send(sent)(previewWorkbook, undefined, { signal }),
    publish(sent, signal) {
      ({ selected } = model.store.getState());
      return send(sent)(sendWorkbook, undefined, { signal });
    },
    async fetchLive(topic, signal) {
      const asked = { topic, date: undefined };
      const input = { asked, held: undefined, snapshotDates: [], returnReport: true, signal };
      const found = await fetchReport({ call, browserId, isMobile, log }, input);
      return found.kind === 'report' ? found.held.report : undefined;
    },
    compare: compareInWorker,
    onPublished: (topic) => model.showPublished(topic, selected),
    alert: showAlert,
  });
}
