import type { RuleIcons } from './rule.ts';

/** An icon: what it says, and how it is drawn in a box of 16 by 16. */
interface Icon {
  readonly name: string;
  readonly drawing: string;
}

const red = '#d13438';
const yellow = '#d19a00';
const green = '#2e8b57';
const gray = '#7a7a7a';
const black = '#3b3b3b';
const pink = '#e8989a';

const arrowShape = 'M8 2L14 8H10V14H6V8H2Z';

function arrow(name: string, color: string, turn: number): Icon {
  const turned = turn === 0 ? '' : ` transform="rotate(${turn} 8 8)"`;
  return { name, drawing: `<path d="${arrowShape}" fill="${color}"${turned}/>` };
}

function arrows(colors: readonly string[]): Icon[] {
  const [down = gray, slightlyDown = gray, side = gray, slightlyUp = gray, up = gray] = colors;
  return [
    arrow('down', down, 180),
    arrow('slightly down', slightlyDown, 135),
    arrow('sideways', side, 90),
    arrow('slightly up', slightlyUp, 45),
    arrow('up', up, 0),
  ];
}

function some(list: readonly Icon[], places: readonly number[]): Icon[] {
  return places.map((place) => list[place]).filter((icon) => icon !== undefined);
}

const coloredArrows = arrows([red, yellow, yellow, yellow, green]);
const grayArrows = arrows([]);

function circle(name: string, color: string): Icon {
  return { name, drawing: `<circle cx="8" cy="8" r="6" fill="${color}"/>` };
}

function path(name: string, color: string, d: string): Icon {
  return { name, drawing: `<path d="${d}" fill="${color}"/>` };
}

function flag(name: string, color: string): Icon {
  return { name, drawing: `<path d="M3 2V14" stroke="${gray}"/><path d="M4 2H13L10 5.500 13 9H4Z" fill="${color}"/>` };
}

const cross = 'M4 2L8 6 12 2 14 4 10 8 14 12 12 14 8 10 4 14 2 12 6 8 2 4Z';
const tick = 'M2 8L4 6 7 9 12 3 14 5 7 13Z';
const mark = 'M7 2H9.500L9 10H7.500ZM7 12H9.500V14H7Z';

function inCircle(name: string, color: string, d: string): Icon {
  return {
    name,
    drawing: `<circle cx="8" cy="8" r="7" fill="${color}"/><path d="${d}" fill="#ffffff" transform="translate(4 4) scale(.5)"/>`,
  };
}

function bars(count: number, of: number): Icon {
  const drawn = Array.from({ length: of }, (_, n) => {
    const height = 3 + Math.round((n * 11) / of);
    const width = Math.floor(14 / of) - 1;
    return `<rect x="${1 + n * (width + 1)}" y="${15 - height}" width="${width}" height="${height}" fill="${n < count ? '#3a76b8' : '#c9c9c9'}"/>`;
  });
  return { name: `${count} of ${of} bars`, drawing: drawn.join('') };
}

const quarterPaths = ['', 'M8 8V2A6 6 0 0 1 14 8Z', 'M8 8V2A6 6 0 0 1 8 14Z', 'M8 8V2A6 6 0 1 1 2 8Z', ''];

function quarters(count: number): Icon {
  const ring = `<circle cx="8" cy="8" r="6" fill="${count === 4 ? black : '#ffffff'}" stroke="${black}"/>`;
  const part = quarterPaths[count] ? `<path d="${quarterPaths[count]}" fill="${black}"/>` : '';
  return { name: `${count} of 4 quarters`, drawing: ring + part };
}

const starShape = 'M8 1L10 6 15 6 11 9 13 15 8 11 3 15 5 9 1 6 6 6Z';

function star(name: string, share: number): Icon {
  const outline = `<path d="${starShape}" fill="#ffffff" stroke="${yellow}"/>`;
  const half = '<path d="M8 1V11L3 15 5 9 1 6 6 6Z" fill="#d19a00"/>';
  const whole = `<path d="${starShape}" fill="${yellow}"/>`;
  return { name, drawing: share === 1 ? whole : outline + (share === 0 ? '' : half) };
}

function boxes(count: number): Icon {
  const drawn = [
    [2, 9],
    [9, 9],
    [2, 2],
    [9, 2],
  ].map(
    ([x, y], n) =>
      `<rect x="${x}" y="${y}" width="5" height="5" fill="${n < count ? '#3a76b8' : '#ffffff'}" stroke="#3a76b8"/>`,
  );
  return { name: `${count} of 4 boxes`, drawing: drawn.join('') };
}

const lights = [circle('red', red), circle('yellow', yellow), circle('green', green)];
/** The same lights, each in a dark frame. */
const framedLights = lights.map(({ name, drawing }) => ({
  name,
  drawing: `<rect x="1" y="1" width="14" height="14" fill="${black}"/>${drawing}`,
}));
const symbols = [cross, mark, tick];
const symbolNames = ['cross', 'exclamation mark', 'tick'];
const symbolColors = [red, yellow, green];

/** The icons of each set, from the lowest to the highest (ECMA-376 part 1, 18.18.42, and [MS-XLSX] 2.6.3). */
const listed: Readonly<Record<string, readonly Icon[]>> = {
  '3Arrows': some(coloredArrows, [0, 2, 4]),
  '3ArrowsGray': some(grayArrows, [0, 2, 4]),
  '4Arrows': some(coloredArrows, [0, 1, 3, 4]),
  '4ArrowsGray': some(grayArrows, [0, 1, 3, 4]),
  '5Arrows': coloredArrows,
  '5ArrowsGray': grayArrows,
  '3Flags': [flag('red flag', red), flag('yellow flag', yellow), flag('green flag', green)],
  '3TrafficLights1': lights,
  '3TrafficLights2': framedLights,
  '4TrafficLights': [circle('black', black), ...lights],
  '4RedToBlack': [circle('black', black), circle('gray', gray), circle('pink', pink), circle('red', red)],
  '3Signs': [path('red', red, 'M8 1L15 8 8 15 1 8Z'), path('yellow', yellow, 'M8 2L15 14H1Z'), circle('green', green)],
  '3Symbols': symbols.map((d, n) => inCircle(symbolNames[n] ?? '', symbolColors[n] ?? gray, d)),
  '3Symbols2': symbols.map((d, n) => path(symbolNames[n] ?? '', symbolColors[n] ?? gray, d)),
  '3Stars': [star('empty star', 0), star('half star', 0.5), star('full star', 1)],
  '3Triangles': [
    path('down', red, 'M2 5H14L8 12Z'),
    path('unchanged', yellow, 'M2 7H14V10H2Z'),
    path('up', green, 'M2 11H14L8 4Z'),
  ],
  '4Rating': [1, 2, 3, 4].map((count) => bars(count, 4)),
  '5Rating': [0, 1, 2, 3, 4].map((count) => bars(count, 4)),
  '5Quarters': [0, 1, 2, 3, 4].map(quarters),
  '5Boxes': [0, 1, 2, 3, 4].map(boxes),
};

const sets = new Map(Object.entries(listed));

/** Whether a rule names icons that are drawn, one for each of its steps. */
export function isKnown({ set, own }: RuleIcons, steps: number): boolean {
  if (steps === 0) return false;
  if (own.length === 0) return (sets.get(set)?.length ?? 0) >= steps;
  return own.length >= steps && own.every((icon) => icon.set === noIcons || sets.get(icon.set)?.[icon.step]);
}

/** The set of a step that shows no icon ([MS-XLSX] 2.7.10). */
const noIcons = 'NoIcons';

/** The icon of a step as a small drawing with words; undefined for a step that shows none (fidelity 3). */
export function iconOf({ set, own, isReversed }: RuleIcons, step: number): string | undefined {
  const named = own.length > 0 ? own.map((icon) => sets.get(icon.set)?.[icon.step]) : sets.get(set);
  const icon = named?.[isReversed ? named.length - 1 - step : step];
  if (!icon) return undefined;
  const known = made.get(icon) ?? iconHtml(icon);
  made.set(icon, known);
  return known;
}

/** Many cells show one icon. */
const made = new Map<Icon, string>();

function iconHtml({ name, drawing }: Icon): string {
  // As the cleaner writes it, so that a cell is the same before and after.
  const whole = drawing.replace(/<(\w+)([^>]*)\/>/g, '<$1$2></$1>');
  return `<svg width="14" height="14" viewBox="0 0 16 16" role="img" aria-label="${name}">${whole}</svg>`;
}
