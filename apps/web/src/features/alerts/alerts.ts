import { createStore } from 'zustand/vanilla';

/** Alerts still to be read, oldest first; the same text is never shown twice in a row. */
export const alerts = createStore<readonly string[]>(() => []);

const most = 5;

/** Where the specification says browser alert: a dialog with exactly this text (interfaces 8). */
export function showAlert(text: string): void {
  const waiting = alerts.getState();
  if (waiting.at(-1) !== text && waiting.length < most) alerts.setState([...waiting, text], true);
}

/** The first alert was read. */
export function dismissAlert(): void {
  alerts.setState(alerts.getState().slice(1), true);
}
