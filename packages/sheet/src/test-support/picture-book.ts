import { type BookSource, buildXlsx, cellsXml } from './xlsx-builder.ts';

const drawingSpace = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const main = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const relationSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The first bytes of a PNG of a size; nothing follows that would have to be decoded. */
export function pngOf(width: number, height: number, more = ''): Uint8Array {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt8(8, 24);
  return Buffer.concat([bytes, Buffer.from(more)]);
}

/** A book with things over the cells of its sheet: what stands within `wsDr`, and the files that it refers to. */
export function drawingBook(drawing: string, files: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array {
  return buildXlsx(drawingSource(drawing, files));
}

/** As `drawingBook`, to be added to. */
export function drawingSource(drawing: string, files: Readonly<Record<string, string | Uint8Array>>): BookSource {
  const relations = Object.keys(files).map((path, n) => relationXml(`rId${n + 1}`, path));
  const spaces = `xmlns:xdr="${drawingSpace}" xmlns:a="${main}" xmlns:r="${relationSpace}"`;
  return {
    sheets: [
      {
        body: `${cellsXml([['Head', 1, 2]])}<drawing r:id="rId1"/>`,
        relations: [['rId1', 'drawing', '../drawings/drawing1.xml']],
      },
    ],
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${spaces}>${drawing}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': `<Relationships xmlns="${packageRels}">${relations.join('')}</Relationships>`,
      ...Object.fromEntries(
        Object.entries(files)
          .filter(([path]) => !isAddress(path))
          .map(([path, file]) => [`xl/media/${path}`, file]),
      ),
    },
  };
}

function isAddress(path: string): boolean {
  return /^[a-z]+:|^#/.test(path);
}

function relationXml(id: string, path: string): string {
  if (isAddress(path)) {
    const mode = path.startsWith('#') ? '' : ' TargetMode="External"';
    return `<Relationship Id="${id}" Type="${relationSpace}/hyperlink" Target="${path}"${mode}/>`;
  }
  return `<Relationship Id="${id}" Type="${relationSpace}/image" Target="../media/${path}"/>`;
}

/** A thing from one cell to another (columns and rows from 0). */
export function anchored(thing: string, [left, top, right, bottom]: readonly number[] = [1, 2, 3, 6]): string {
  const point = (name: string, column = 0, row = 0) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  return `<xdr:twoCellAnchor>${point('from', left, top)}${point('to', right, bottom)}${thing}<xdr:clientData/></xdr:twoCellAnchor>`;
}

interface PictureSource {
  /** Attributes of its properties, and what stands within them. */
  readonly properties?: string;
  readonly click?: string;
  readonly blip?: string;
  readonly crop?: string;
  readonly frame?: string;
  readonly shape?: string;
  readonly reference?: string;
}

/** A picture of the first file. */
export function pictureXml(source: PictureSource = {}): string {
  const { properties = 'descr="A logo"', click = '', blip = '', crop = '', frame = '', shape = 'rect' } = source;
  const reference = source.reference ?? 'r:embed="rId1"';
  return (
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1" ${properties}>${click}</xdr:cNvPr><xdr:cNvPicPr/></xdr:nvPicPr>` +
    `<xdr:blipFill><a:blip ${reference}>${blip}</a:blip>${crop}<a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
    `<xdr:spPr>${frame}<a:prstGeom prst="${shape}"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>`
  );
}
