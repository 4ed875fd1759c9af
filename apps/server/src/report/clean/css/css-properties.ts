const SIDES = [
  'top',
  'right',
  'bottom',
  'left',
  'block',
  'block-start',
  'block-end',
  'inline',
  'inline-start',
  'inline-end',
];
const sides = (start: string, end = '') => SIDES.map((side) => `${start}-${side}${end}`);

/** What a report may style: its look and its own layout, nothing that moves, calls or covers (safety 1, CSS). */
export const cssProperties: ReadonlySet<string> = new Set([
  ...words(
    'color opacity visibility display float clear box-sizing direction unicode-bidi writing-mode text-orientation',
  ),
  ...words('background background-color background-image background-size background-position background-repeat'),
  ...words('background-clip background-origin'),
  ...words('border border-color border-style border-width border-radius border-collapse border-spacing'),
  ...words('border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius'),
  ...['', '-color', '-style', '-width'].flatMap((end) => sides('border', end)),
  ...words('width height min-width min-height max-width max-height aspect-ratio object-fit'),
  ...words('inline-size block-size min-inline-size min-block-size max-inline-size max-block-size'),
  ...words('margin padding'),
  ...sides('margin'),
  ...sides('padding'),
  ...words('position top right bottom left'),
  ...words('font font-family font-size font-style font-weight font-stretch font-variant font-variant-caps'),
  ...words('font-variant-numeric font-kerning line-height letter-spacing word-spacing'),
  ...words('text-align text-align-last text-decoration text-decoration-color text-decoration-line'),
  ...words('text-decoration-style text-decoration-thickness text-underline-offset text-indent text-overflow'),
  ...words('text-transform text-shadow text-wrap white-space word-break word-wrap overflow-wrap hyphens tab-size'),
  ...words('vertical-align overflow overflow-x overflow-y box-shadow'),
  ...words('list-style list-style-type list-style-position caption-side empty-cells table-layout quotes'),
  ...words('flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap order gap row-gap column-gap'),
  ...words('justify-content justify-items justify-self align-content align-items align-self'),
  ...words('place-content place-items place-self'),
  ...words('grid-template-columns grid-template-rows grid-auto-columns grid-auto-rows grid-auto-flow'),
  ...words('grid-column grid-row grid-column-start grid-column-end grid-row-start grid-row-end'),
  ...words('break-inside break-before break-after orphans widows'),
  ...words('page-break-inside page-break-before page-break-after print-color-adjust'),
  ...words('fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset'),
  ...words('stroke-linecap stroke-linejoin stroke-miterlimit stop-color stop-opacity text-anchor dominant-baseline'),
]);

/** The functions a value may call: colours, sums, gradients and tracks; none of them reads or fetches anything. */
export const cssFunctions: ReadonlySet<string> = new Set(
  words(
    `rgb( rgba( hsl( hsla( hwb( lab( lch( oklab( oklch( color( color-mix( light-dark( calc( min( max( clamp( linear-gradient(
    repeating-linear-gradient( radial-gradient( repeating-radial-gradient( conic-gradient( repeating-conic-gradient(
    minmax( fit-content( repeat(`,
  ),
);

/** Where a box may stay: nothing leaves its place for the edge of the window. */
export const cssPositions: ReadonlySet<string> = new Set(['static', 'relative', 'sticky']);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
