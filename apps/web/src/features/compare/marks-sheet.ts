/**
 * How differences look in the report's shadow root. Each kind has its own ground and its own sign in the corner, so
 * that none rests on colour alone; no style of an author beats them, and the sheet's own colours stay.
 */
const css = `
@layer frame {
  [data-diff] { --sign: linear-gradient(#0000, #0000); --ground: #0000 }
  [data-diff="changed"] { --ground: var(--accent-soft); --sign: linear-gradient(225deg, var(--accent) 5px, #0000 5.5px) }
  [data-diff="added"] { --ground: var(--green-soft) }
  [data-diff="removed"] { --ground: var(--red-soft); --sign: linear-gradient(var(--red), var(--red)) }
  :is(td, th)[data-diff="changed"], tr[data-diff] > :is(td, th), :is(td, th)[data-diff] {
    background-image: var(--sign), linear-gradient(var(--ground), var(--ground)) !important;
    background-repeat: no-repeat, repeat !important;
    background-position: 100% 0, 0 0 !important;
    background-size: 8px 8px, auto !important;
  }
  :is(td, th)[data-diff="changed"], :is(td, th)[data-diff="added"] { font-weight: var(--strong, 600) !important }
  [data-diff]:is(td, th):not([data-ink]), tr[data-diff] > :is(td, th):not([data-ink]) { color: var(--ink-1) !important }
  :is(td, th)[data-diff="added"], tr[data-diff="added"] > :first-child {
    background-image: linear-gradient(var(--green), var(--green)), linear-gradient(var(--green), var(--green)), linear-gradient(var(--ground), var(--ground)) !important;
    background-position: calc(100% - 1px) 4px, calc(100% - 4px) 1px, 0 0 !important;
    background-size: 8px 2px, 2px 8px, auto !important;
    background-repeat: no-repeat, no-repeat, repeat !important;
  }
  tr[data-diff="added"] > :not(:first-child) { background-size: 0 0, auto !important }
  :is(td, th)[data-diff="removed"], tr[data-diff="removed"] > :first-child {
    background-position: calc(100% - 1px) 4px, 0 0 !important;
    background-size: 8px 2px, auto !important;
  }
  tr[data-diff="removed"] > :not(:first-child) { background-size: 0 0, auto !important }
  .t { --arrow-room: var(--s2, 8px) }
  [data-old]::after {
    content: attr(data-old); content: attr(data-old) / " was " attr(data-was) " " attr(data-change);
    display: block; overflow: clip; text-overflow: ellipsis; white-space: nowrap; text-decoration: none;
    font: var(--regular, 400) var(--text-xs, 11px)/var(--line-xs, 12px) var(--font, system-ui, sans-serif);
  }
  [data-old]::after { color: var(--ink-2) }
  tr[data-noted] > :not([data-old]) { padding-block-end: calc(var(--line-xs, 12px) + 1px) !important }
  [data-diff] [data-ink="red"], [data-diff][data-ink="red"] { color: var(--red) !important }
  [data-diff] [data-ink="green"], [data-diff][data-ink="green"] { color: var(--green) !important }
  [data-diff] [data-ink="blue"], [data-diff][data-ink="blue"] { color: var(--blue) !important }
  [data-diff] [data-ink="yellow"], [data-diff][data-ink="yellow"] { color: var(--amber) !important }
  tr[data-diff="removed"] > :is(td, th) { text-decoration: line-through !important }
  [data-diff-now] > :is(td, th), :is(td, th)[data-diff-now] {
    outline: var(--ring, 2px) solid var(--accent) !important; outline-offset: calc(-1 * var(--ring, 2px)) !important;
  }
}
@media (forced-colors: active) {
  tr[data-diff] > :is(td, th), :is(td, th)[data-diff] { outline: 1px dashed Highlight; outline-offset: -1px }
}
@media print { [data-diff], tr[data-diff] > :is(td, th) { print-color-adjust: exact } [data-diff-now], [data-diff-now] > * { outline: 0 !important } }
`;

/** The sheet to adopt. */
export function marksSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
