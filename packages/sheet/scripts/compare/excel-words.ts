/** What Excel has written of the looks of charts since 2013, as the books of charts say it. */

/** A tint of the text's color, in thousandths of a per cent. */
export function tint(share: number): string {
  return `<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="${share}"/><a:lumOff val="${100_000 - share}"/></a:schemeClr></a:solidFill>`;
}

/** The fill of series `n`. */
export const accent = (n: number) => `<a:solidFill><a:schemeClr val="accent${n + 1}"/></a:solidFill>`;
export const noLine = '<a:ln><a:noFill/></a:ln>';
/** The line of axes, gridlines and edges. */
export const soft = `<a:ln w="9525" cap="flat" cmpd="sng" algn="ctr">${tint(15_000)}<a:round/></a:ln>`;
export const look = (inner: string) => `<c:spPr>${inner}</c:spPr>`;
/** Letters of hundredths of a point. */
export const letters = (size: number) => `<a:defRPr sz="${size}" b="0">${tint(65_000)}</a:defRPr>`;
/** The letters of axes, legends and labels. */
export const small = `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr>${letters(900)}</a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>`;
/** The line of series `n`, as wide as the English metric units say. */
export const stroke = (n: number, width = 28_575) => `<a:ln w="${width}" cap="rnd">${accent(n)}<a:round/></a:ln>`;
export const noMarker = '<c:marker><c:symbol val="none"/></c:marker>';
/** The markers of series `n`. */
export const dotted = (n: number) =>
  `<c:marker><c:symbol val="circle"/><c:size val="5"/>${look(`${accent(n)}<a:ln w="9525">${accent(n)}</a:ln>`)}</c:marker>`;
/** Point `n` of a pie. */
export const dPoint = (n: number) =>
  `<c:dPt><c:idx val="${n}"/><c:bubble3D val="0"/>${look(`${accent(n)}<a:ln w="19050"><a:solidFill><a:schemeClr val="lt1"/></a:solidFill></a:ln>`)}</c:dPt>`;
/** The ground and the edge of a chart. */
export const chartEdge = look(`<a:solidFill><a:schemeClr val="bg1"/></a:solidFill>${soft}`);
