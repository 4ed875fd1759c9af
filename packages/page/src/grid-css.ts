import { MAX_FROZEN_COLUMNS } from './grid-shape.ts';

const frozenColumns = Array.from(
  { length: MAX_FROZEN_COLUMNS },
  (_, n) => `.f${n + 1} { inset-inline-start: var(--f${n + 1}, 0px) !important }`,
).join('\n');
const anyFrozen = `:is(${Array.from({ length: MAX_FROZEN_COLUMNS }, (_, n) => `.f${n + 1}`).join(', ')})`;

/**
 * The sheet of the report's shadow root, for the browser and for the shell's declarative root. What an author may
 * set himself is in the layer `look` (any style of his beats it); what holds the document together is in `frame`
 * with !important, which no author style beats: what is fixed stays within the report, by its transform where a browser
 * does not know containment. On paper the frame is as large as what stands in it, and nothing is drawn beyond it.
 * Colours come from the tokens of the portal, which inherit.
 */
export const gridCss = `
@layer frame, look;
@layer frame {
  :host {
    display: block; position: relative; contain: strict !important; isolation: isolate !important; overflow: auto !important;
  }
  @supports not (contain: strict) { :host { transform: translate(0) !important } }
  @media screen { @supports (content-visibility: auto) {
    .t:not(.native), .t:not(.native) > :is(thead, tbody, tfoot) { display: block !important; width: var(--width) !important }
    .t:not(.native) > colgroup { display: none !important }
    .t:not(.native) > tbody { content-visibility: auto !important }
    :host([data-whole]) .t > tbody, .t > tbody[data-seen] { content-visibility: visible !important }
    .t:not(.native) :is(thead, tbody, tfoot):not(.m) > tr {
      display: grid !important; grid-template-columns: var(--cols) !important; height: auto !important; contain: layout style !important;
    }
    .t:not(.native) > * > tr > :is(th, td) {
      display: block !important; min-height: var(--cell, 24px) !important; height: auto !important; width: auto !important; float: none !important;
    }
    .t:not(.native) > * > tr > :is(.r, .c) {
      display: grid !important; grid-auto-flow: column !important; align-items: baseline; white-space: pre !important;
    }
    .t .r { justify-content: end !important }
    .t .c { justify-content: center !important }
    .t:not(.native) > .m { display: grid !important; grid-template-columns: var(--cols) !important; grid-auto-rows: minmax(min-content, auto) }
    .t:not(.native) > .m > tr { display: contents !important }
  } }
  @media screen and (min-width: 721px) { .t[data-zoom]:not(.native) { zoom: var(--zoom, 1) !important } }
  [data-drawing] { position: absolute !important; z-index: 1 }
  .t.t > :has(> tr > * > [data-drawing]) > tr { contain: none !important }
  .t.t > .d { content-visibility: visible !important; position: relative; z-index: 1 }
  [data-note] { position: absolute !important; inset-block-start: 0; inset-inline-end: 0; z-index: 2 !important }
  [data-note]:is(:hover, :focus, [open] > *)::after { position: absolute; z-index: 9 }
  .t.t > :is(:hover, :focus-within):has([data-note]:is(:hover, :focus, [open] > *)) { content-visibility: visible !important; position: relative; z-index: 5 !important }
  .t.t > .f:has([data-note]) { position: sticky !important }
  .t.t > * > tr:has([data-note]:is(:hover, :focus, [open] > *)) { contain: none !important; position: relative; z-index: 5 }
  .x:has([data-note]:is(:hover, :focus, [open] > *)) { overflow: visible !important }
  .t > .f { position: sticky !important; top: 0 !important; z-index: 4 !important }
  :host([data-low]) .t > .f { position: static !important }
  .o { z-index: 0 !important }
  ${anyFrozen} { position: sticky !important; z-index: 2 !important }
  .o${anyFrozen} { z-index: 3 !important }
  :host([data-across]) .o${anyFrozen} { clip-path: inset(0) !important }
  :host([data-narrow]) .wide { position: static !important }
${frozenColumns}
  .x { overflow: clip !important }
  [hidden]:not([data-fold], #_) { display: none !important }
  .native [data-fill] { display: none !important }
  @supports not (content-visibility: auto) {
    .t [data-fill="c"] { display: none !important }
    .t:not(.native) > colgroup > col:first-child:not([span]) { width: var(--first) !important }
  }
  [data-t] {
    --tint: color-mix(in srgb, var(--flash-same, var(--accent-soft, #0b657633)) calc(var(--step) * 25%), transparent);
    background-image: linear-gradient(var(--tint), var(--tint)) !important;
  }
  [data-t="1"] { --step: 1 } [data-t="2"] { --step: 2 } [data-t="3"] { --step: 3 } [data-t="4"] { --step: 4 }
  [data-d] {
    --arrow: conic-gradient(from 150deg at 50% 0, var(--green, #1a7033) 60deg, #0000 0);
    --tint: color-mix(in srgb, var(--flash-up, #2fa35242) calc(var(--step) * 25%), transparent);
    background-image: var(--arrow), linear-gradient(var(--tint), var(--tint)) !important;
    background-size: 8px 6px, auto !important; background-repeat: no-repeat, repeat !important;
    background-position: var(--arrow-at, 4px) 50%, 0 0 !important;
  }
  [data-d="down"] {
    --arrow: conic-gradient(from -30deg at 50% 100%, var(--red, #b3261e) 60deg, #0000 0);
    --tint: color-mix(in srgb, var(--flash-down, #e0533f3d) calc(var(--step) * 25%), transparent);
  }
  [data-d]:dir(rtl) { background-position: calc(100% - 4px) 50%, 0 0 !important }
  [data-r] {
    --mark: color-mix(in srgb, var(--accent, Highlight) 16%, transparent);
    box-shadow: inset 0 0 0 1px var(--accent, Highlight), inset 0 0 0 2px var(--surface-1, Canvas), inset 0 0 0 100vmax var(--mark) !important;
  }
  @media print {
    [data-r] { box-shadow: none !important }
    :host {
      display: flow-root; contain: paint style !important; overflow: hidden !important; overflow: clip !important;
      position: relative !important; inset: auto !important; width: fit-content !important; min-width: 100% !important; height: auto !important;
    }
    .t > .f, ${anyFrozen} { position: static !important }
    .t tr { break-inside: avoid !important }
    .t [data-fill="c"], .whole, .told { display: none !important }
    [data-t] { background-image: none !important }
    .x { overflow: visible !important }
    .o { clip-path: none !important }
  }
}
@layer look {
  :host {
    color: var(--ink-1, CanvasText); background: var(--surface-1, Canvas);
    font: var(--regular, 400) var(--text-s, 13px)/var(--line-s, 20px) var(--font, system-ui, sans-serif);
    font-variant-numeric: tabular-nums; scrollbar-width: thin; overflow-wrap: break-word;
  }
  *, ::before, ::after { box-sizing: border-box }
  .page { min-width: max-content; min-height: 100%; background: var(--surface-1, Canvas); color: var(--ink-1, CanvasText) }
  .page[data-text] { min-width: 0; padding: var(--s4, 16px) var(--edge, 16px) }
  .page[data-paper] { color-scheme: only light }
  .t { table-layout: fixed; border-spacing: 0; border-collapse: separate; --cell: 24px }
  .t:not(.native) { width: var(--width) }
  .t.native { table-layout: auto }
  .t > caption { text-align: start; padding: var(--s2, 8px) }
  .t > * > tr > :is(th, td) {
    padding: 1px clamp(4px, 100% - 64px, var(--s2, 8px)); padding-inline-start: clamp(4px, 100% - 50px, var(--s2, 8px)); border: 0 solid var(--grid, #e9edef); border-inline-end-width: 1px; border-block-end-width: 1px;
    text-align: start; font-weight: inherit; white-space: nowrap; align-content: end; vertical-align: bottom; background-clip: border-box;
  }
  .t.native > * > tr > :is(th, td) { height: var(--cell); padding-inline: var(--s2, 8px) }
  .t > * > tr > [data-num] { text-align: end; padding-inline-start: var(--arrow-room, 1px) }
  .t.native > * > tr > [data-num] { padding-inline-start: var(--arrow-room, var(--s5, 20px)) }
  .t > * > tr > .x[data-num] { padding-inline: 0 4px; text-overflow: ellipsis }
  .t > * > tr > :is(th, td):first-child:not([aria-colindex]), .t > .m > tr > [aria-colindex="1"] {
    padding-inline-start: var(--edge, 16px); --lead: calc(var(--edge, 16px) - 8px);
  }
  .t:not(.native) > * > tr > [data-num]:first-child:not([aria-colindex]), .t > .m > tr > [data-num][aria-colindex="1"] {
    padding-inline-start: var(--arrow-room, 1px);
  }
  .t > * > tr > [data-num]:first-child:not([aria-colindex]) > [style^="float"] { margin-inline-start: var(--lead) }
  .t .g { border-inline-end-color: transparent }
  .t[data-row-height] > * > tr > :is(th, td) { line-height: normal; padding-block: 0 1px }
  .t ${anyFrozen}:not([bgcolor]) { background-color: var(--surface-1, Canvas) }
  .t > .f > tr > :is(th, td):not([bgcolor]):not([bgcolor]) { background-color: var(--surface-0, Canvas); border-block-end-color: var(--line-2, #c5cdd2) }
  .t > .f > tr > th { color: var(--ink-2, inherit); font-weight: var(--medium, 500) }
  .t .e { border-inline-end-color: var(--line-2, #c5cdd2) }
  .t [data-num]:dir(rtl) { text-align: left; unicode-bidi: plaintext }
  .t.native > * > tr > :is(th, td):first-child, .t.native:not(.unmeasured):has(> * > tr > [rowspan]) > * > tr > * { padding-inline-start: var(--edge, 16px) }
  [align="left" i] { text-align: left } [align="right" i] { text-align: right } [align="center" i] { text-align: center }
  [valign="top" i] { align-content: start; vertical-align: top } [valign="middle" i] { align-content: center; vertical-align: middle }
  @media (hover: hover) { .t > tbody > tr:hover > :not([data-t]) { background-image: linear-gradient(var(--hover, #0000), var(--hover, #0000)) } }
  [data-ink="red"] { color: var(--red, #b3261e) }
  [data-ink="green"] { color: var(--green, #1a7033) }
  [data-ink="blue"] { color: var(--blue, #2155b5) }
  [data-ink="yellow"] { color: var(--amber, #845200) }
  .t[border="0"] > * > tr > :is(th, td) { border-color: transparent }
  [style*="vertical-align:top"], [style*="vertical-align: top"] { align-content: start }
  [style*="vertical-align:middle"], [style*="vertical-align: middle"] { align-content: center }
  table:not(.t) { border-collapse: collapse; margin-block: var(--s2, 8px) }
  table:not(.t) :is(th, td) { padding: 2px var(--s2, 8px); border: 1px solid var(--grid, #e9edef); text-align: start; vertical-align: top }
  table:not(.t) th { font-weight: var(--strong, 600); background: var(--surface-0, Canvas) }
  h1 { font: var(--strong, 600) var(--text-xl, 20px)/var(--line-l, 28px) var(--font, system-ui) }
  h2, h3, h4, h5, h6 { font: var(--strong, 600) var(--text-l, 16px)/var(--line-m, 24px) var(--font, system-ui) }
  :is(h1, h2, h3, h4, h5, h6, p, ul, ol) { margin-block: var(--s2, 8px) }
  a { color: var(--accent, LinkText); text-underline-offset: 0.2em; text-decoration-color: color-mix(in srgb, currentColor 40%, transparent) }
  a:hover { text-decoration-color: currentColor }
  img, svg { max-width: 100%; vertical-align: middle }
  :is(a, button, input, textarea, select, [tabindex]):focus-visible {
    outline: var(--ring, 2px) solid var(--accent, Highlight); outline-offset: calc(-1 * var(--ring, 2px));
  }
  input[type="checkbox"]:focus-visible { outline-offset: var(--ring, 2px) }
  :is(button, input, textarea, select) { font: inherit; color: inherit; max-width: 100%; accent-color: var(--accent, auto) }
  :is(select, textarea, button, input) {
    min-height: 22px; padding: 0 var(--s1, 4px); border: 1px solid var(--line-3, GrayText); border-radius: var(--radius-inner, 4px);
    background: var(--surface-1, Field); color: var(--ink-1, FieldText); width: 100%;
  }
  input[type="checkbox"] { width: auto; min-height: 0; vertical-align: middle; margin: 0 var(--s1, 4px) 0 0 }
  textarea { resize: vertical; white-space: pre-wrap; display: block }
  button { font-weight: var(--medium, 500); cursor: pointer; width: auto; min-width: 24px; padding-inline: var(--s2, 8px) }
  button:hover { background: linear-gradient(var(--hover, #0000), var(--hover, #0000)) var(--surface-1, ButtonFace) }
  :is(button, input, select, textarea):disabled { color: var(--ink-3, GrayText); border-color: var(--line-2, GrayText); cursor: not-allowed; opacity: 1 }
  :is(input, textarea)[readonly] { background: var(--surface-0, Canvas); border-color: var(--line-2, GrayText); resize: none }
  @media (pointer: coarse) {
    :is(select, textarea, button, input) { min-height: var(--touch, 44px); font-size: var(--text-l, 16px) }
    :is(textarea, input) { padding: 11px var(--s2, 8px) }
    textarea {
      field-sizing: content; width: calc(attr(cols type(<integer>), 20) * 1ch); min-width: 100%;
      min-height: calc(attr(rows type(<integer>), 2) * 1lh + 24px); max-height: calc(12lh + 24px);
    }
    input[type="checkbox"] { width: var(--s6, 24px); height: var(--s6, 24px); margin: var(--s2, 8px) }
  }
  [data-note] {
    width: 16px; height: 16px; list-style: none; cursor: help;
    background: linear-gradient(to top right, #0000 50%, var(--red, #b3261e) 52%) top right/8px 8px no-repeat;
  }
  [data-note]:dir(rtl) { background: linear-gradient(to top left, #0000 50%, var(--red, #b3261e) 52%) top left/8px 8px no-repeat }
  [data-note]:is(:hover, :focus, [open] > *)::after {
    content: attr(data-note); inset-block-start: 12px; inset-inline-start: 8px; width: max-content; max-width: 280px; padding: var(--s2, 8px);
    background: var(--surface-2, Canvas); color: var(--ink-1, CanvasText); border: 1px solid var(--line-2, GrayText); border-radius: var(--radius-inner, 4px);
    box-shadow: 0 2px 8px #0004; font: var(--regular, 400) var(--text-s, 13px)/var(--line-s, 20px) var(--font, system-ui);
    text-align: start; white-space: pre-wrap; overflow-wrap: anywhere;
  }
  [data-side~="start"]::after { inset-inline: auto 8px !important }
  [data-side~="up"]::after { inset-block: auto 12px !important }
  ::selection { background: color-mix(in srgb, var(--accent, Highlight) 35%, transparent) }
  :host([data-range]) ::selection { background: transparent }
  .whole {
    position: sticky; inset: 0 auto auto 0; z-index: 9; display: block; height: 0; width: max-content; min-height: 0; padding: 0; border: 0;
    overflow: clip; background: none;
  }
  .page:not([data-text]) > :not(.t) { margin-inline: var(--edge, 16px) }
  .page:not([data-text]) > :is(p, ul, ol, dl, blockquote, h1, h2, h3, h4, h5, h6) { max-width: calc(100vw - 3 * var(--s4, 16px)) }
  .whole:focus-visible { height: auto; min-height: 32px; padding: 0 var(--s3, 12px); background: var(--surface-2, Canvas); border: 1px solid var(--line-2, GrayText) }
  .whole[aria-pressed="true"] { color: var(--accent-strong, inherit) }
  .told { position: absolute; margin: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
}
@media (forced-colors: active) { :is([data-t], [data-r]) { outline: 1px solid Highlight; outline-offset: -1px; forced-color-adjust: none } }
`;

/** The look of the cells as a sheet, for the shell's declarative root; declarations are clean (they come from the store). */
export function stylesCss(styles: readonly string[]): string {
  return styles.map((css, n) => (css ? `[data-s="${n}"]{${drawnCss(css)}}` : '')).join('\n');
}

/**
 * A look as the row grid draws it: automatic lines, inks and grounds are those of the scheme, a fill covers the sheet's
 * own lines, a block cell aligns by align-content, a number set to the start keeps the flash arrow's room at its end, and
 * such a number or an indent in the first column stands behind the page's margin.
 */
export function drawnCss(css: string): string {
  const lines = /canvas/i.test(css) ? css.split(';').map(inkedLine).join(';') : css;
  const covers = /(?:^|;)\s*background-color\s*:(?!\s*canvas\s*(?:;|$))/i.test(css);
  return `${covers ? 'border-color:#0000;' : ''}${lines}${alignment(css)}${arrowRoom(css)}${leadRoom(css)}`;
}

/** Cut at its semicolons first: an expression over all declarations would look at each word of one again and again. */
function inkedLine(declaration: string): string {
  const name = declaration.slice(0, declaration.indexOf(':')).trim().toLowerCase();
  if (name.startsWith('border') || name === 'background-image') {
    return declaration.replace(/\bcanvastext\b/gi, 'var(--ink-2,canvastext)');
  }
  if (name === 'color') return declaration.replace(/\bcanvastext\b/i, 'var(--ink-1,canvastext)');
  return name === 'background-color' ? declaration.replace(/\bcanvas\b/i, 'var(--surface-1,canvas)') : declaration;
}

function alignment(css: string): string {
  const value = /(?:^|;)\s*vertical-align\s*:\s*(top|middle|bottom)/.exec(css)?.[1];
  if (value === undefined) return '';
  return `;align-content:${value === 'top' ? 'start' : value === 'middle' ? 'center' : 'end'}`;
}

/** An indent stands behind the page's margin in the first column. */
function leadRoom(css: string): string {
  const indent = /(?:^|;)\s*padding-left\s*:\s*(\d+(?:\.\d+)?px)\s*(?:;|$)/.exec(css)?.[1];
  return indent === undefined ? '' : `;padding-left:calc(${indent} + var(--lead,0px))`;
}

function arrowRoom(css: string): string {
  return /(?:^|;)\s*text-align\s*:\s*(?:left|start)/.test(css)
    ? `;--arrow-at:calc(100% - 4px);--arrow-room:calc(var(--s2,8px) + clamp(0px,100% - 64px,var(--lead,0px)))`
    : '';
}
