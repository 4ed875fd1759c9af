import type { PlacedDrawing } from '../drawings/place.ts';
import type { TakenPicture } from '../drawings/taken-drawing.ts';
import { chartXml } from './chart-part.ts';
import { relationSpace, xml, xmlHead } from './xml-text.ts';

const drawingSpace = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const mainDrawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const chartSpace = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const emuPerPx = 9525;

/** The parts that the drawings of a workbook need, with what the list of content types says of them. */
export class DrawingParts {
  readonly #parts: [path: string, part: string | Uint8Array<ArrayBuffer>][] = [];
  readonly #types: [path: string, type: string][] = [];
  readonly #media = new Map<Uint8Array, string>();
  #charts = 0;

  get all(): readonly (readonly [path: string, part: string | Uint8Array<ArrayBuffer>])[] {
    return this.#parts;
  }

  /** Parts with a type of their own. */
  get types(): readonly (readonly [path: string, type: string])[] {
    return this.#types;
  }

  /** The drawing part of sheet `n`, counted from 1. */
  add(n: number, drawings: readonly PlacedDrawing[]): void {
    const relations: string[] = [];
    const anchors = drawings.map((placed, place) => {
      const id = `rId${place + 1}`;
      relations.push(this.#relation(id, placed));
      return anchorXml(placed, { id, number: place + 2 });
    });
    const spaces = `xmlns:xdr="${drawingSpace}" xmlns:a="${mainDrawing}" xmlns:r="${relationSpace}"`;
    this.#parts.push(
      [`xl/drawings/drawing${n}.xml`, `${xmlHead}<xdr:wsDr ${spaces}>${anchors.join('')}</xdr:wsDr>`],
      [
        `xl/drawings/_rels/drawing${n}.xml.rels`,
        `${xmlHead}<Relationships xmlns="${packageRelations}">${relations.join('')}</Relationships>`,
      ],
    );
    this.#types.push([`drawings/drawing${n}.xml`, 'application/vnd.openxmlformats-officedocument.drawing+xml']);
  }

  #relation(id: string, { drawing: { content } }: PlacedDrawing): string {
    if (content.kind === 'picture') {
      const known = this.#media.get(content.bytes);
      const name = known ?? `image${this.#media.size + 1}.${content.type}`;
      if (known === undefined) {
        this.#media.set(content.bytes, name);
        this.#parts.push([`xl/media/${name}`, content.bytes]);
      }
      return `<Relationship Id="${id}" Type="${relationSpace}/image" Target="../media/${name}"/>`;
    }
    const number = ++this.#charts;
    this.#parts.push([`xl/charts/chart${number}.xml`, chartXml(content)]);
    this.#types.push([
      `charts/chart${number}.xml`,
      'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
    ]);
    return `<Relationship Id="${id}" Type="${relationSpace}/chart" Target="../charts/chart${number}.xml"/>`;
  }
}

interface Reference {
  readonly id: string;
  readonly number: number;
}

function anchorXml({ column, x, row, y, drawing }: PlacedDrawing, reference: Reference): string {
  const emu = (px: number) => Math.round(px * emuPerPx);
  const from = `<xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${emu(x)}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${emu(y)}</xdr:rowOff></xdr:from>`;
  const size = `cx="${emu(drawing.width)}" cy="${emu(drawing.height)}"`;
  const { content } = drawing;
  const thing = content.kind === 'chart' ? chartFrame(content.title, reference) : pictureXml(content, size, reference);
  return `<xdr:oneCellAnchor>${from}<xdr:ext ${size}/>${thing}<xdr:clientData/></xdr:oneCellAnchor>`;
}

function chartFrame(title: string, { id, number }: Reference): string {
  const named = `<xdr:nvGraphicFramePr><xdr:cNvPr id="${number}" name="Chart ${number - 1}" descr="${xml(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>`;
  const frame = '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>';
  const chart = `<a:graphic><a:graphicData uri="${chartSpace}"><c:chart xmlns:c="${chartSpace}" r:id="${id}"/></a:graphicData></a:graphic>`;
  return `<xdr:graphicFrame macro="">${named}${frame}${chart}</xdr:graphicFrame>`;
}

function pictureXml({ name, cut }: TakenPicture, size: string, { id, number }: Reference): string {
  const named = `<xdr:nvPicPr><xdr:cNvPr id="${number}" name="Picture ${number - 1}" descr="${xml(name)}"/><xdr:cNvPicPr/></xdr:nvPicPr>`;
  const fill = `<xdr:blipFill><a:blip r:embed="${id}"/>${cutXml(cut)}<a:stretch><a:fillRect/></a:stretch></xdr:blipFill>`;
  const shape = `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>`;
  return `<xdr:pic>${named}${fill}${shape}</xdr:pic>`;
}

const wholePicture = 100_000;

function cutXml(cut: TakenPicture['cut']): string {
  const [l, t, r, b] = cut.map((share) => Math.round(share * wholePicture));
  return l || t || r || b ? `<a:srcRect l="${l}" t="${t}" r="${r}" b="${b}"/>` : '';
}
