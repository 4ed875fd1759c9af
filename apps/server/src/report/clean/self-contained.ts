const TOKEN = /[^<]+|<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-z-]*(?:="[^"<>]*")?)*)( ?\/?)>/giy;
const MOST_OPEN = 50;

const INLINE = new Set(
  'b strong i em u s small sub sup mark code kbd span abbr cite q font a button textarea select option'.split(' '),
);
const BLOCK = new Set(['p', 'div', 'ul', 'ol', 'li']);
const VOID = new Set(['br', 'wbr', 'img', 'input']);
const TEXT_ONLY = new Set(['textarea', 'option']);
/** Elements that the parser would close, or not open, within another of their kind. */
const ALONE = new Set(['a', 'button', 'select']);

/**
 * Whether a cell's inner HTML can be replaced without a change of what the parser makes of the page around it: no tag at
 * all, or a well-nested fragment of plain elements. Says no when in doubt; the page is then cleaned whole.
 */
export function isSelfContained(innerHtml: string): boolean {
  if (!innerHtml.includes('<')) return true;
  const opened: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < innerHtml.length) {
    const token = TOKEN.exec(innerHtml);
    if (!token) return false;
    const [text, slash, name = '', , end = ''] = token;
    if (slash === undefined) {
      if (opened.at(-1) === 'select' && text.trim() !== '') return false;
    } else if (!takesTag(opened, name.toLowerCase(), { isEnd: slash === '/', isClosed: end.includes('/') }))
      return false;
  }
  return opened.length === 0;
}

function takesTag(opened: string[], name: string, tag: { isEnd: boolean; isClosed: boolean }): boolean {
  if (tag.isEnd) return opened.pop() === name;
  if (!mayOpen(opened, name)) return false;
  if (VOID.has(name)) return true;
  if (tag.isClosed || opened.length >= MOST_OPEN) return false;
  opened.push(name);
  return true;
}

function mayOpen(opened: readonly string[], name: string): boolean {
  const parent = opened.at(-1);
  if (parent !== undefined && TEXT_ONLY.has(parent)) return false;
  if (name === 'option' || parent === 'select') return name === 'option' && parent === 'select';
  if (name === 'li') return parent === 'ul' || parent === 'ol';
  if (BLOCK.has(name)) return !opened.includes('p');
  return VOID.has(name) || (INLINE.has(name) && !(ALONE.has(name) && opened.includes(name)));
}
