import './pane.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { associateFunctions } from '#functions/associate.ts';
import { openExcel } from '#office/excel-host.ts';
import { officeGlobals } from '#office/office-globals.ts';
import { pageClock } from '#office/page-clock.ts';
import { Pane } from './pane.tsx';
import { PaneModel } from './pane-model.ts';

const INSTANCE_LETTERS = 12;

const place = document.getElementById('app');
if (!place) throw new Error('The page has no #app');
const root = createRoot(place);
const opened = await openExcel(officeGlobals, location.origin);
if ('why' in opened) {
  root.render(
    <main className="state">
      <h1>{document.title}</h1>
      <p role="alert">{opened.why}</p>
    </main>,
  );
} else {
  const model = new PaneModel({
    host: opened.host,
    baseUrl: location.origin,
    // As the key's owner and nobody else: not as whoever is signed in to the portal in this browser.
    fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
    clock: pageClock,
    chance: Math.random,
    pause: () => new Promise((resolve) => setTimeout(resolve)),
    instanceId: `excel ${crypto.randomUUID().slice(0, INSTANCE_LETTERS)}`,
  });
  associateFunctions(officeGlobals, model);
  root.render(
    <StrictMode>
      <Pane model={model} endsWithPane={opened.host.endsWithPane} />
    </StrictMode>,
  );
  await model.start();
}
