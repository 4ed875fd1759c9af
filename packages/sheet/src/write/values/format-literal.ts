/** Characters that a number format shows as they are. */
const BARE = /[()$+:!^&'~{}<>=/-]/;

/**
 * Text as a piece of a number format that shows it. Spaces at the outer end become the room that formats keep free for
 * a bracket, percent signs stay what they are.
 */
export function formatLiteral(text: string, side: 'before' | 'behind'): string {
  const body = side === 'before' ? text.trimStart() : text.trimEnd();
  const pad = (side === 'before' ? '_(' : '_)').repeat(text.length - body.length);
  const code = pieces(body);
  return side === 'before' ? pad + code : code + pad;
}

function pieces(text: string): string {
  let code = '';
  let quoted = '';
  const flush = () => {
    if (quoted !== '') code += `"${quoted}"`;
    quoted = '';
  };
  for (const character of text) {
    if (character === '"' || character === '\\') {
      flush();
      code += `\\${character}`;
    } else if (character === '%' || BARE.test(character)) {
      flush();
      code += character === '/' ? '\\/' : character;
    } else quoted += character;
  }
  flush();
  return code;
}
