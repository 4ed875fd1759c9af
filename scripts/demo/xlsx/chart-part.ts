import type { BookChart } from './book.ts';
import { escapeXml } from './escape-xml.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A line chart as xl/charts/chartN.xml; spreadsheet programs read its values from the cells. */
export function chartXml({ title, days, values }: BookChart): string {
  const soft = '<c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="D9D9D9"/></a:solidFill></a:ln></c:spPr>';
  const line = '<c:spPr><a:ln w="22225"><a:solidFill><a:srgbClr val="0B6576"/></a:solidFill></a:ln></c:spPr>';
  const letters = (size: number, bold: number) =>
    `<a:pPr><a:defRPr sz="${size}" b="${bold}"><a:solidFill><a:srgbClr val="404040"/></a:solidFill></a:defRPr></a:pPr>`;
  const text = `<c:txPr><a:bodyPr/><a:p>${letters(900, 0)}</a:p></c:txPr>`;
  // The newest day stands first in the cells, and last in the chart.
  const axis = (id: number, side: string, cross: number, own: string) =>
    `<c:axId val="${id}"/><c:scaling><c:orientation val="${side === 'b' ? 'maxMin' : 'minMax'}"/></c:scaling><c:delete val="0"/><c:axPos val="${side}"/>${own}<c:majorTickMark val="none"/><c:tickLblPos val="low"/>${soft}${text}<c:crossAx val="${cross}"/><c:crosses val="${side === 'b' ? 'autoZero' : 'max'}"/>`;
  return [
    `${HEAD}<c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main"><c:chart>`,
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p>${letters(1200, 1)}<a:r><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`,
    '<c:autoTitleDeleted val="0"/><c:plotArea><c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/>',
    `<c:tx><c:v>${escapeXml(title)}</c:v></c:tx>${line}<c:marker><c:symbol val="none"/></c:marker>`,
    `<c:cat><c:numRef><c:f>${escapeXml(days)}</c:f></c:numRef></c:cat><c:val><c:numRef><c:f>${escapeXml(values)}</c:f></c:numRef></c:val>`,
    '<c:smooth val="0"/></c:ser><c:axId val="1"/><c:axId val="2"/></c:lineChart>',
    `<c:catAx>${axis(1, 'b', 2, '<c:numFmt formatCode="d mmm" sourceLinked="0"/>')}</c:catAx>`,
    `<c:valAx>${axis(2, 'l', 1, `<c:majorGridlines>${soft}</c:majorGridlines><c:numFmt formatCode="#,##0" sourceLinked="0"/>`)}</c:valAx>`,
    `</c:plotArea><c:plotVisOnly val="1"/></c:chart><c:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:ln><a:noFill/></a:ln></c:spPr></c:chartSpace>`,
  ].join('');
}

/** The chart of a sheet over its cells, as xl/drawings/drawingN.xml. */
export function drawingXml({ title, from, to }: BookChart): string {
  const point = (name: string, [column, row]: readonly [number, number]) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  return [
    `${HEAD}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main"><xdr:twoCellAnchor>`,
    point('from', from) + point('to', to),
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="${escapeXml(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>`,
    '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>',
    `<a:graphic><a:graphicData uri="${DRAWING}/chart"><c:chart xmlns:c="${DRAWING}/chart" xmlns:r="${OFFICE}" r:id="rId1"/></a:graphicData></a:graphic>`,
    '</xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>',
  ].join('');
}
