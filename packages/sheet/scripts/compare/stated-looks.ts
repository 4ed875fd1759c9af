import {
  accent,
  chartEdge,
  dotted,
  dPoint,
  letters,
  look,
  noLine,
  noMarker,
  small,
  soft,
  stroke,
  tint,
} from './excel-words.ts';

/** Points of a pie that state their looks: those of the months of the book. */
const slices = Array.from({ length: 4 }, (_, n) => dPoint(n)).join('');

/** A chart part that states its looks as Excel does: fills, lines, letters, gaps and ticks, which it leaves to no program. */
export function stated(part: string): string {
  return part
    .replace(
      '<a:p><a:r>',
      `<a:p><a:pPr>${letters(1400)}</a:pPr><a:r><a:rPr lang="en-US" sz="1400" b="0">${tint(65_000)}</a:rPr>`,
    )
    .replace('<c:rich>', '<c:rich><a:bodyPr/><a:lstStyle/>')
    .replace('</c:legend>', `${small}</c:legend>`)
    .replaceAll('<c:majorGridlines/>', `<c:majorGridlines>${look(soft)}</c:majorGridlines>`)
    .replaceAll(/<c:((?:cat|val)Ax)>.*?<\/c:\1>/g, axisLooks)
    .replaceAll(/<c:(\w+Chart)>.*?<\/c:\1>/g, (group, kind: string) => groupLooks(group, kind))
    .replace('</c:plotArea>', `${look(`<a:noFill/>${noLine}`)}</c:plotArea>`)
    .replace('</c:chart>', `</c:chart>${chartEdge}`);
}

function axisLooks(axis: string, kind: string): string {
  const line = kind === 'valAx' ? noLine : soft;
  return axis
    .replace('<c:majorTickMark val="out"/>', '<c:majorTickMark val="none"/>')
    .replace('<c:crossAx ', `<c:tickLblPos val="nextTo"/>${look(line)}${small}<c:crossAx `);
}

function groupLooks(group: string, kind: string): string {
  const isFilled = group.includes('<c:radarStyle val="filled"/>');
  const own = group.replaceAll(
    /<c:ser><c:idx val="(\d)"\/>.*?<\/c:tx>/g,
    (head, idx: string) => head + seriesLook(isFilled ? 'areaChart' : kind, Number(idx), group),
  );
  if (kind === 'stockChart')
    return own.replace(
      '<c:hiLowLines/>',
      `<c:hiLowLines>${look(`<a:ln w="9525">${tint(75_000)}</a:ln>`)}</c:hiLowLines>`,
    );
  if (!kind.startsWith('bar')) return own;
  const gap = `<c:gapWidth val="${group.includes('<c:overlap ') ? 150 : 219}"/>`;
  return own.replace(/<c:overlap |<c:axId /, (next) => gap + next);
}

function seriesLook(kind: string, n: number, group: string): string {
  const hasOwnMarker = group.includes('<c:marker><c:symbol ');
  switch (kind) {
    case 'lineChart':
      return look(stroke(n)) + (hasOwnMarker ? '' : dotted(n));
    case 'radarChart':
      return look(stroke(n)) + dotted(n);
    case 'scatterChart':
      return look(stroke(n, 19_050)) + dotted(n);
    case 'stockChart':
      return (
        look('<a:ln w="28575"><a:noFill/></a:ln>') +
        (n === 2 ? noMarker.replace('"none"/>', '"dash"/><c:size val="7"/>') : noMarker)
      );
    case 'pieChart':
    case 'doughnutChart':
      return slices;
    default:
      return look(accent(n));
  }
}
