/** How the controls of a report tell how far an entry has come; sizes and colours are the portal's. */
export const controlsCss = `
[data-control][data-state] { border-color: var(--mark); box-shadow: inset 3px 0 0 var(--mark) }
[data-state="pending"], [data-state="waiting"] { --mark: var(--amber, #845200) }
[data-state="sending"] { --mark: var(--accent, #0b6576) }
[data-state="saved"] { --mark: var(--green, #1a7033) }
[data-state="failed"] { --mark: var(--red, #b3261e) }
[data-state="changed"] { --mark: var(--blue, #2155b5) }
input[type="checkbox"][data-state] { box-shadow: 0 0 0 var(--ring, 2px) var(--mark) }
[aria-busy="true"] { cursor: progress }
button[aria-disabled="true"] {
  color: var(--ink-3, GrayText); border-color: var(--line-2, GrayText); background: var(--surface-1, ButtonFace); cursor: not-allowed;
}
.control-notes { position: absolute; inset: 0 auto auto 0; width: 0; height: 0; z-index: 8 }
.control-note {
  position: absolute; width: max-content; max-width: min(320px, 80vw, var(--room, 100vw)); padding: 0 var(--s2, 8px); pointer-events: none;
  font: var(--medium, 500) var(--text-s, 13px)/var(--line-s, 20px) var(--font, system-ui); white-space: normal;
  color: var(--mark); background: var(--mark-ground); border: 1px solid currentColor; border-radius: var(--radius-inner, 4px);
}
.control-note:has(> button) {
  display: flex; gap: var(--s1, 4px); align-items: flex-start; padding-inline-end: 0; pointer-events: auto; user-select: text;
  max-block-size: calc(8 * var(--line-s, 20px)); overflow: auto; overflow-wrap: anywhere;
}
.control-note[hidden] { display: none }
.control-note > p { margin: 0; white-space: pre-wrap; min-width: 0 }
.control-note > button {
  position: sticky; inset-block-start: 0; flex: none; width: 24px; height: 20px; padding: 0; font: inherit; color: inherit;
  background: var(--mark-ground); border: 0; border-radius: inherit; cursor: pointer;
}
.control-note > button:focus-visible { outline: var(--ring, 2px) solid currentColor; outline-offset: calc(-1 * var(--ring, 2px)) }
@media (pointer: coarse) { .control-note > button { width: 44px; height: 44px } }
.control-note[data-side="over"] { display: grid; place-content: center; padding: 0 }
.control-note:is([data-kind="pending"], [data-kind="waiting"]) { --mark: var(--amber, #845200); --mark-ground: var(--amber-soft, #fcf0d6) }
.control-note[data-kind="sending"] { --mark: var(--accent, #0b6576); --mark-ground: var(--accent-soft, #dcf0f3) }
.control-note[data-kind="saved"] { --mark: var(--green, #1a7033); --mark-ground: var(--green-soft, #e1f3e5) }
.control-note[data-kind="failed"] { --mark: var(--red, #b3261e); --mark-ground: var(--red-soft, #fdeae8) }
.control-note[data-kind="changed"] { --mark: var(--blue, #2155b5); --mark-ground: var(--blue-soft, #e6eefc) }
@media (forced-colors: active) {
  [data-control][data-state]:not(:focus-visible) { outline: 1px solid Highlight }
  button[aria-disabled="true"] { color: GrayText; border-color: GrayText }
}
@media print { .control-notes { display: none } }
`;
