import type { BorderLine, BorderStyle } from '../cell-style.ts';
import { type PartLook, type TableLook, type TablePart, tableParts } from '../part-look.ts';
import { tinted } from './color.ts';

const known: ReadonlySet<string> = new Set(tableParts);

function isTablePart(text: string): text is TablePart {
  return known.has(text);
}

/** The part of a table that an element of a table style dresses. */
export function partOf(type: string | undefined): TablePart | undefined {
  return type !== undefined && isTablePart(type) ? type : undefined;
}

/** The colours that one built-in style is made of. */
interface Shades {
  readonly main: string;
  readonly pale: string;
  readonly middle: string;
  readonly dark: string;
  readonly light: string;
  readonly text: string;
}

const white = '#ffffff';

/** A built-in table style by its name, in the colours of the workbook's theme. */
export function builtInTableStyle(name: string, theme: readonly string[]): TableLook | undefined {
  const [, family, digits] = /^TableStyle(Light|Medium|Dark)(\d{1,2})$/.exec(name) ?? [];
  const number = Number(digits);
  if (!family || !(number >= 1)) return undefined;
  const shades = shadesOf((number - 1) % 7, theme);
  const group = Math.floor((number - 1) / 7);
  if (family === 'Light') return [lightBands, lightLines, lightGrid][group]?.(shades);
  if (family === 'Medium') return [mediumLines, mediumFilled, mediumGray, mediumGrid][group]?.(shades);
  if (number <= 7) return darkFilled(shades);
  return number <= 11 ? darkPaired(number - 8, theme) : undefined;
}

function shadesOf(place: number, theme: readonly string[]): Shades {
  const light = theme[0] ?? white;
  const text = theme[1] ?? '#000000';
  if (place === 0) {
    return { main: text, pale: tinted(light, -0.15), middle: tinted(light, -0.35), dark: text, light, text };
  }
  const main = theme[place + 3] ?? text;
  return { main, pale: tinted(main, 0.8), middle: tinted(main, 0.6), dark: tinted(main, -0.25), light, text };
}

function line(color: string, style: BorderStyle = 'thin'): BorderLine {
  return { style, color };
}

const bold = { isBold: true };

function lightBands({ main, pale, dark }: Shades): TableLook {
  const ink = { color: dark };
  return {
    wholeTable: { font: ink, borders: { top: line(main), bottom: line(main) } },
    headerRow: { font: { ...bold, ...ink }, borders: { bottom: line(main) } },
    totalRow: { font: { ...bold, ...ink }, borders: { top: line(main) } },
    firstColumn: { font: bold },
    lastColumn: { font: bold },
    firstRowStripe: { fill: { ground: pale } },
    firstColumnStripe: { fill: { ground: pale } },
  };
}

function lightLines({ main, light }: Shades): TableLook {
  const box = { top: line(main), bottom: line(main), start: line(main), end: line(main) };
  return {
    wholeTable: { borders: box },
    headerRow: { font: { ...bold, color: light }, fill: { ground: main } },
    totalRow: { font: bold, borders: { top: line(main, 'double') } },
    firstColumn: { font: bold },
    lastColumn: { font: bold },
    firstRowStripe: { borders: { top: line(main), bottom: line(main) } },
    firstColumnStripe: { borders: { start: line(main), end: line(main) } },
  };
}

function lightGrid({ main, pale }: Shades): TableLook {
  return {
    wholeTable: gridOf(main),
    headerRow: { font: bold, borders: { bottom: line(main, 'medium') } },
    totalRow: { font: bold, borders: { top: line(main, 'double') } },
    firstColumn: { font: bold },
    lastColumn: { font: bold },
    firstRowStripe: { fill: { ground: pale } },
    firstColumnStripe: { fill: { ground: pale } },
  };
}

function mediumLines({ main, pale, middle, light }: Shades): TableLook {
  const box = { top: line(middle), bottom: line(middle), start: line(middle), end: line(middle) };
  return {
    wholeTable: { borders: box, inner: { horizontal: line(middle) } },
    headerRow: { font: { ...bold, color: light }, fill: { ground: main } },
    totalRow: { font: bold, borders: { top: line(main, 'double') } },
    firstColumn: { font: bold },
    lastColumn: { font: bold },
    firstRowStripe: { fill: { ground: pale } },
    firstColumnStripe: { fill: { ground: pale } },
  };
}

function mediumFilled({ main, pale, middle, light, text }: Shades): TableLook {
  const head: PartLook = { font: { ...bold, color: light }, fill: { ground: main } };
  return {
    wholeTable: { font: { color: text }, fill: { ground: pale }, ...gridOf(light) },
    headerRow: { ...head, borders: { bottom: line(light, 'thick') } },
    totalRow: { ...head, borders: { top: line(light, 'thick') } },
    firstColumn: head,
    lastColumn: head,
    firstRowStripe: { fill: { ground: middle } },
    firstColumnStripe: { fill: { ground: middle } },
  };
}

function mediumGray({ main, light, text }: Shades): TableLook {
  const head: PartLook = { font: { ...bold, color: light }, fill: { ground: main } };
  const band = { fill: { ground: tinted(light, -0.15) } };
  return {
    wholeTable: { borders: { top: line(text, 'medium'), bottom: line(text, 'medium') } },
    headerRow: { ...head, borders: { bottom: line(text, 'medium') } },
    totalRow: { borders: { top: line(text, 'double') } },
    firstColumn: head,
    lastColumn: head,
    firstRowStripe: band,
    firstColumnStripe: band,
  };
}

function mediumGrid({ main, pale, middle, text }: Shades): TableLook {
  return {
    wholeTable: { font: { color: text }, fill: { ground: pale }, ...gridOf(main) },
    headerRow: { font: bold },
    totalRow: { font: bold, borders: { top: line(main, 'medium') } },
    firstColumn: { font: bold },
    lastColumn: { font: bold },
    firstRowStripe: { fill: { ground: middle } },
    firstColumnStripe: { fill: { ground: middle } },
  };
}

function darkFilled({ main, dark, light, text }: Shades): TableLook {
  const ground = main === text ? tinted(text, 0.45) : main;
  const deep = main === text ? tinted(text, 0.25) : dark;
  const column: PartLook = { font: { ...bold, color: light }, fill: { ground: deep } };
  return {
    wholeTable: { font: { color: light }, fill: { ground } },
    headerRow: { font: { ...bold, color: light }, fill: { ground: text }, borders: { bottom: line(light, 'medium') } },
    totalRow: {
      font: { ...bold, color: light },
      fill: { ground: tinted(ground, -0.5) },
      borders: { top: line(light, 'medium') },
    },
    firstColumn: column,
    lastColumn: column,
    firstRowStripe: { fill: { ground: deep } },
    firstColumnStripe: { fill: { ground: deep } },
  };
}

function darkPaired(pair: number, theme: readonly string[]): TableLook {
  const text = theme[1] ?? '#000000';
  const light = theme[0] ?? white;
  const body = pair === 0 ? undefined : theme[2 + 2 * pair];
  const head = pair === 0 ? text : (theme[3 + 2 * pair] ?? text);
  const shade = (tint: number, gray: number) => (body === undefined ? tinted(light, gray) : tinted(body, tint));
  return {
    wholeTable: { font: { color: text }, fill: { ground: shade(0.8, -0.15) } },
    headerRow: { font: { color: light }, fill: { ground: head } },
    totalRow: { font: bold, borders: { top: line(text, 'double') } },
    firstColumn: { font: bold },
    lastColumn: { font: bold },
    firstRowStripe: { fill: { ground: shade(0.6, -0.35) } },
    firstColumnStripe: { fill: { ground: shade(0.6, -0.35) } },
  };
}

function gridOf(color: string): Pick<PartLook, 'borders' | 'inner'> {
  const edge = line(color);
  return {
    borders: { top: edge, bottom: edge, start: edge, end: edge },
    inner: { horizontal: edge, vertical: edge },
  };
}
