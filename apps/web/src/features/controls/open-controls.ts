import { listenToControls, takeUp } from './controls-events.ts';
import { ControlsView } from './controls-view.ts';
import type { ControlsDeps, OpenControls } from './lazy-controls.ts';
import { ReportControls } from './report-controls.ts';

/** Brings the controls of a report to life; loaded with the first report that has some. */
export function openControls(root: ShadowRoot, deps: ControlsDeps, pressed: readonly HTMLElement[]): OpenControls {
  const view = new ControlsView(root, deps.clock, deps.settle);
  const rules = new ReportControls({ ...deps, board: view });
  const ended = new AbortController();
  listenToControls(root, { rules, view, clock: deps.clock }, ended.signal);
  let followed = '';
  let waiting = [...view.start(rules), ...pressed];
  return {
    follow({ topic, closed }) {
      if (topic !== followed) view.forget();
      followed = topic;
      rules.follow(
        closed === undefined ? topic : undefined,
        closed === undefined || closed === 'noRight' ? topic : undefined,
      );
      view.closed = closed;
      for (const element of waiting) takeUp({ rules, view, clock: deps.clock }, element);
      waiting = [];
    },
    isHeld: (element) => view.isHeld(element),
    onDeferred: (old, fresh) => view.onDeferred(old, fresh),
    onTaken: (control, isDisabled) => view.onTaken(control, isDisabled),
    leavePage: () => rules.leavePage(),
    stop() {
      rules.follow(undefined);
      view.stop();
      ended.abort();
    },
  };
}
