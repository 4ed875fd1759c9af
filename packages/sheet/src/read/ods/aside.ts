/** Things that stand over the cells or beside them, by their elements: what is in them is no content of a cell. */
const things: ReadonlyMap<string, string> = new Map(
  Object.entries({
    annotation: 'notes',
    object: 'charts',
    'object-ole': 'embedded objects',
    image: 'pictures',
    'custom-shape': 'drawings',
    rect: 'drawings',
    line: 'drawings',
    ellipse: 'drawings',
    polygon: 'drawings',
    path: 'drawings',
    connector: 'drawings',
    'text-box': 'drawings',
    control: 'form controls',
    sparkline: 'sparklines',
  }),
);
/** What is read only for the things in it. */
const aside: ReadonlySet<string> = new Set([
  ...['annotation', 'shapes', 'frame', 'custom-shape', 'rect', 'line', 'ellipse', 'polygon', 'path', 'connector'],
  ...['control', 'g', 'sparkline-groups', 'forms', 'scenario', 'detective', 'ruby-text'],
]);

/** Hears what of a table stands over its cells or beside them, and tells of each thing. */
export class AsideReader {
  readonly #onThing: (thing: string) => void;
  #depth = 0;
  /** The frame holds an object: a picture in it is that of the object. */
  #hasObject = false;

  constructor(onThing: (thing: string) => void) {
    this.#onThing = onThing;
  }

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Hears an element; answers whether it was one of these. */
  open(name: string): boolean {
    if (this.#depth === 0 && !aside.has(name)) return false;
    this.#depth++;
    if (name === 'frame') this.#hasObject = false;
    const thing = things.get(name);
    if (thing === undefined || (name === 'image' && this.#hasObject)) return true;
    this.#hasObject ||= name === 'object' || name === 'object-ole';
    this.#onThing(thing);
    return true;
  }

  /** Hears the end of an element; answers whether it was one of these. */
  close(): boolean {
    if (this.#depth === 0) return false;
    this.#depth--;
    return true;
  }
}
