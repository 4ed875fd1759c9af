import { listenToControls, takeUp } from './controls-events.ts';
import { ControlsView } from './controls-view.ts';
import { KeptRules } from './kept-rules.ts';
import type { ControlsDeps, OpenControls } from './lazy-controls.ts';

/** Brings the controls of a report to life; loaded with the first report that has some. */
export function openControls(root: ShadowRoot, deps: ControlsDeps, pressed: readonly HTMLElement[]): OpenControls {
  const { kept, call, clock, chance, isRemote, alert, onUnsaved, onMidEntry, refresh } = deps;
  const view = new ControlsView(root, clock, deps.settle);
  // Nothing of this viewer, which they outlive, is within their reach.
  kept.rules ??= new KeptRules({ call, clock, chance, isRemote, alert, onUnsaved });
  const { rules } = kept.rules;
  const place = { board: view, onMidEntry, refresh };
  const home = kept.rules;
  home.enter(place);
  const ended = new AbortController();
  listenToControls(root, { rules, view, clock: deps.clock }, ended.signal);
  let followed: string | undefined;
  let waiting = [...view.start(rules), ...pressed];
  return {
    follow(report) {
      if (report?.topic !== followed) view.forget();
      followed = report?.topic;
      if (!report) {
        rules.follow(undefined);
        return;
      }
      const { topic, closed } = report;
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
      home.leave(place);
      view.stop();
      ended.abort();
    },
  };
}
