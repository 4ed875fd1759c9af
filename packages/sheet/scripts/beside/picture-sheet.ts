import { anchored, drawingSource, pictureXml } from '../../src/test-support/picture-book.ts';
import { type BookSource, cellsXml } from '../../src/test-support/xlsx-builder.ts';

interface Thing {
  readonly label: string;
  /** What stands in the anchor. */
  readonly thing?: string;
  /** An anchor of another kind than from cell to cell. */
  readonly anchor?: (row: number) => string;
}

const emuOfPx = 9525;
const px = (count: number) => Math.round(count * emuOfPx);
const size = `<a:xfrm><a:off x="0" y="0"/><a:ext cx="${px(120)}" cy="${px(80)}"/></a:xfrm>`;
/** A thing that is turned to its side has the sides of its box the other way round. */
const onItsSide = (attributes: string) =>
  `<a:xfrm ${attributes}><a:off x="0" y="0"/><a:ext cx="${px(80)}" cy="${px(120)}"/></a:xfrm>`;
const framed = (attributes: string) => size.replace('<a:xfrm>', `<a:xfrm ${attributes}>`);
const picture = (source: Parameters<typeof pictureXml>[0] = {}) => pictureXml({ frame: size, ...source });
const file = (n: number) => picture({ reference: `r:embed="rId${n}"` });

interface ShapeWords {
  readonly form?: string;
  readonly look?: string;
  readonly frame?: string;
  readonly body?: string;
  readonly text?: string;
}

function shape({ form = 'rect', look = '', frame = size, body = '', text = 'Text' }: ShapeWords): string {
  const run = `<a:p><a:r><a:rPr lang="en-US" sz="1100"><a:solidFill><a:srgbClr val="000000"/></a:solidFill></a:rPr><a:t>${text}</a:t></a:r></a:p>`;
  return (
    `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="4" name="Shape"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr>${frame}<a:prstGeom prst="${form}"><a:avLst/></a:prstGeom>${look}</xdr:spPr>` +
    `<xdr:txBody><a:bodyPr ${body}/><a:lstStyle/>${run}</xdr:txBody></xdr:sp>`
  );
}

const solid = (rgb: string) => `<a:solidFill><a:srgbClr val="${rgb}"/></a:solidFill>`;
const plain = `${solid('FFF2CC')}<a:ln w="12700">${solid('BF9000')}</a:ln>`;
const oneCell = (row: number) =>
  `<xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>${px(10)}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${px(5)}</xdr:rowOff></xdr:from><xdr:ext cx="${px(90)}" cy="${px(60)}"/>${picture()}<xdr:clientData/></xdr:oneCellAnchor>`;
const absolute = () =>
  `<xdr:absoluteAnchor><xdr:pos x="${px(700)}" y="${px(40)}"/><xdr:ext cx="${px(120)}" cy="${px(80)}"/>${picture()}<xdr:clientData/></xdr:absoluteAnchor>`;

const things: readonly Thing[] = [
  { label: 'from cell to cell', thing: picture() },
  { label: 'at one cell', anchor: oneCell },
  { label: 'absolute, at the right', anchor: absolute },
  { label: 'cropped: right half', thing: picture({ crop: '<a:srcRect l="50000"/>' }) },
  { label: 'cropped: lower left', thing: picture({ crop: '<a:srcRect t="50000" r="50000"/>' }) },
  { label: 'turned by 20', thing: picture({ frame: framed('rot="1200000"') }) },
  { label: 'turned by 45', thing: picture({ frame: onItsSide('rot="2700000"') }) },
  { label: 'turned by 90', thing: picture({ frame: onItsSide('rot="5400000"') }) },
  { label: 'mirrored across', thing: picture({ frame: framed('flipH="1"') }) },
  { label: 'mirrored down', thing: picture({ frame: framed('flipV="1"') }) },
  { label: 'turned and mirrored', thing: picture({ frame: onItsSide('rot="2700000" flipH="1"') }) },
  { label: 'half transparent', thing: picture({ blip: '<a:alphaModFix amt="50000"/>' }) },
  { label: 'round frame', thing: picture({ shape: 'ellipse' }) },
  { label: 'JPEG', thing: file(2) },
  { label: 'GIF', thing: file(3) },
  { label: 'BMP', thing: file(4) },
  { label: 'SVG', thing: file(5) },
  { label: 'EMF', thing: file(6) },
  { label: 'WebP', thing: file(7) },
  { label: 'text box', thing: shape({ look: plain }) },
  { label: 'text in the middle', thing: shape({ look: plain, body: 'anchor="ctr"' }) },
  { label: 'rounded', thing: shape({ form: 'roundRect', look: plain }) },
  { label: 'ellipse', thing: shape({ form: 'ellipse', look: plain, body: 'anchor="ctr"' }) },
  { label: 'turned box', thing: shape({ look: plain, frame: framed('rot="1200000"') }) },
  {
    label: 'no fill, dashed',
    thing: shape({ look: `<a:noFill/><a:ln w="19050">${solid('C00000')}<a:prstDash val="dash"/></a:ln>` }),
  },
  { label: 'an arrow', thing: shape({ form: 'rightArrow', look: plain }) },
];

const rowsOfThing = 6;
const perBand = 10;

/** A book with things over the cells of its sheet, ten in a band. */
export function pictureSource(files: Readonly<Record<string, string | Uint8Array>>): BookSource {
  const labels: string[][] = [];
  const anchors = things.map(({ label, thing = '', anchor }, n) => {
    const [row, column] = [(n % perBand) * rowsOfThing, Math.floor(n / perBand) * 3];
    while (labels.length <= row) labels.push([]);
    const cells = labels[row] ?? [];
    while (cells.length < column) cells.push('');
    cells[column] = label;
    return anchor ? anchor(row) : anchored(thing, [column + 1, row, column + 2, row + 4]);
  });
  const source = drawingSource(anchors.join(''), files);
  const columns = '<cols><col min="1" max="9" width="18" customWidth="1"/></cols>';
  return {
    ...source,
    sheets: source.sheets.map((sheet) => ({
      ...sheet,
      name: 'Pictures',
      body: `${columns}${cellsXml(labels)}<drawing r:id="rId1"/>`,
    })),
  };
}
