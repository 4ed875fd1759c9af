/** A kind of foreign input that can be made in any size: what it costs must grow no faster than it does. */
export interface GrowingInput {
  readonly name: string;
  /** About `size` characters of it. */
  make(size: number): string;
}

/** Repeats a piece until the text is about `size` long. */
export function repeated(piece: string, size: number): string {
  return piece.repeat(Math.max(1, Math.ceil(size / piece.length)));
}

/** Numbered pieces until the text is about `size` long. */
export function numbered(piece: (n: number) => string, size: number): string {
  const parts: string[] = [];
  for (let length = 0, n = 0; length < size; n++) {
    const part = piece(n);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

const of = (name: string, piece: string): GrowingInput => ({ name, make: (size) => repeated(piece, size) });
const within = (name: string, [before, piece, after]: readonly [string, string, string]): GrowingInput => ({
  name,
  make: (size) => before + repeated(piece, size) + after,
});
const counted = (name: string, piece: (n: number) => string, [before, after] = ['', '']): GrowingInput => ({
  name,
  make: (size) => before + numbered(piece, size) + after,
});

/** Page HTML that a parser, an expression or a list could take too long over. */
export const growingPages: readonly GrowingInput[] = [
  of('text', 'some text '),
  of('spaces', ' '),
  of('line feeds', '\r\n'),
  of('angle brackets', '<'),
  of('open ends', '</'),
  of('ampersands', '&'),
  of('half entities', '&not'),
  of('entities', '&eacute;'),
  of('number entities', '&#13;'),
  of('comments', '<!---->'),
  of('comments that never end', '<!--'),
  of('declarations', '<!doctype html>'),
  of('sections of characters', '<![CDATA['),
  of('paragraphs', '<p>x'),
  of('ends of paragraphs', '</p>'),
  of('ends of what never began', '</b>'),
  of('bold that is closed', '<b>x</b>'),
  of('links in links', '<a href="/x">'),
  of('bold and italic across', '<b>1<i>2</b>3</i>'),
  of('bold across paragraphs', '<p><b></p></b>'),
  of('bold across blocks', '<b><div></b></div>'),
  of('links across tables', '<table><a>1</table></a>'),
  of('fonts across cells', '<table><td><font></table></font>'),
  of('lists', '<ul><li>x</ul>'),
  of('items', '<li>x'),
  of('terms', '<dt>x<dd>y'),
  of('headings', '<h1>x'),
  of('line breaks', '<br>'),
  of('preformatted texts', '<pre>\n\nx</pre>'),
  of('buttons', '<button>x'),
  of('forms', '<form><input>'),
  of('readings', '<ruby>x<rt>y</ruby>'),
  of('readings that never end', '<ruby><rt>'),
  of('marquees', '<marquee></marquee>'),
  of('scripts', '<script>x</script>'),
  of('templates', '<template><td></template>'),
  of('frames', '<frameset><frame>'),
  of('drawings', '<svg><rect/></svg>'),
  of('letters of mathematics', '<math><mi>x</math>'),
  of('drawings that hold HTML', '<svg><p>x'),
  of('images', '<img src="/linkedfiles/a.png">'),
  of('images of other hosts', '<img src="https://x.example/" alt="x">'),
  of('letters that combine', '\u0301'),
  of('marks of direction', '\u202e'),
  within('a table that text falls out of', ['<table>', 'x<td>', '']),
  within('a table that blocks fall out of', ['<table>', '<div>', '']),
  within('a table that words fall out of', ['<table>', '<i>x</i>', '']),
  within('rows', ['<table>', '<tr><td>1<td>2', '</table>']),
  within('empty rows', ['<table>', '<tr>', '</table>']),
  within('cells of one row', ['<table><tr>', '<td>1', '</table>']),
  within('columns', ['<table>', '<col>', '</table>']),
  within('groups of columns', ['<table>', '<colgroup><col>', '</table>']),
  within('bodies of a table', ['<table>', '<tbody><tr><td>', '</table>']),
  within('tall cells', ['<table>', '<tr><td rowspan=9>1', '</table>']),
  within('wide cells', ['<table>', '<tr><td colspan=9>1', '</table>']),
  within('captions', ['<table>', '<caption>x', '</table>']),
  within('options', ['<select data-control=A>', '<option>x', '</select>']),
  within('groups of options', ['<select data-control=A>', '<optgroup><option>x', '</select>']),
  within('a text field', ['<textarea data-control=A>', 'x\n', '</textarea>']),
  within('a title', ['<p title="', 'x', '">']),
  within('a title without an end', ['<p title="', 'x', '']),
  within('attributes of one name', ['<p ', 'a ', '>']),
  within('blanks between attributes', ['<p', ' ', '>']),
  within('blanks behind a link', ['<a href="/x', ' ', 'y">x</a>']),
  within('blanks before a link', ['<a href="', ' ', '/x">x</a>']),
  within('tabs in a link', ['<a href="/x', '\t', 'y">x</a>']),
  within('control signs behind an image', ['<img src="/linkedfiles/x', '\u0001', 'y">']),
  within('a long link', ['<a href="https://x.example/', 'x', '">x</a>']),
  within('steps up in a link', ['<a href="/', '../', '">x</a>']),
  within('an image as data', ['<img src="data:image/png;base64,', 'AAAA', '">']),
  within('an image as broken data', ['<img src="data:image/png;base64,', 'AAAA', '!">']),
  within('names of headers', ['<table><td headers="', 'x ', '">']),
  within('blanks in headers', ['<table><td headers="x', ' ', 'y">']),
  within('an id', ['<p id="', 'x', '">']),
  within('the steps of a path', ['<svg><path d="', 'M1 1', '"/></svg>']),
  within('the points of a line', ['<svg><polyline points="', '1,1 ', '"/></svg>']),
  within('the paint of a shape', ['<svg><rect fill="', ' ', 'url(#x)"/></svg>']),
  within('the moves of a shape', ['<svg><g transform="', 'rotate(1) ', '"/></svg>']),
  within('dashes of a shape', ['<svg><path stroke-dasharray="', '1,', '"/></svg>']),
  within('a style', ['<p style="', 'color:red;', '">x']),
  within('a style of blanks', ['<p style="color:red', ' ', '!important">x']),
  within('shapes of a drawing', ['<svg>', '<rect/>', '</svg>']),
  within('words of a drawing', ['<svg>', '<text>x</text>', '</svg>']),
  counted('attributes', (n) => ` a${n}`, ['<p', '>']),
  counted('names of cells', (n) => `<td data-cell=A${n}>1`, ['<table><tr>', '</table>']),
  counted('styles of cells', (n) => `<td style="width:${n}px">1`, ['<table><tr>', '</table>']),
  counted('numbers of styles', (n) => `<td data-s="${n % 4096}">1`, ['<table><tr>', '</table>']),
  counted('ids', (n) => `<p id=x${n}>`),
  counted('controls', (n) => `<input type=checkbox data-control=C${n}>`),
  counted('lists to choose from', (n) => `<select data-control=C${n}><option>1<option>2</select>`),
  counted('elements that nobody knows', (n) => `<x${n}>`),
];

/** What one cell may hold, beside what a page may. */
export const growingCells: readonly GrowingInput[] = [
  of('words', 'words '),
  of('escaped text', '&amp;'),
  of('bold', '<b>x</b>'),
  of('spans', '<span style="color:red">x</span>'),
  of('text that is not closed', '<i>x'),
  of('attributes without values', '<b a b c>x</b>'),
];
