import { createStore } from 'zustand/vanilla';

/** An alert still to be read; no two that are have one id. */
export interface Alert {
  readonly id: number;
  readonly text: string;
}

/** Alerts still to be read, oldest first; the same text is never shown twice in a row. */
export const alerts = createStore<readonly Alert[]>(() => []);

const most = 5;
let count = 0;

/** Where the specification says browser alert: a dialog with exactly this text (interfaces 8). */
export function showAlert(text: string): void {
  const waiting = alerts.getState();
  if (waiting.at(-1)?.text === text || waiting.length >= most) return;
  alerts.setState([...waiting, { id: ++count, text }], true);
}

/** The alert was read; what comes with the same text from now on is another one. */
export function dismissAlert(id: number): void {
  alerts.setState(
    alerts.getState().filter((alert) => alert.id !== id),
    true,
  );
}
