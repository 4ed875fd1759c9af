const ENTITY = /&(?:amp|lt|gt|quot|#96|nbsp);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#96;': '`',
  '&nbsp;': ' ',
};

/** What canonical HTML says to a reader: its text, or the values of the controls in it, with single spaces. */
export function cellText(html: string): string {
  const plain = html.includes('<') ? withoutTags(html) : html;
  const text = plain.includes('&') ? plain.replace(ENTITY, (entity) => CHARACTERS[entity] ?? entity) : plain;
  return /\s{2}|[\t\n\r\f\u00a0]|^\s|\s$/.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

function withoutTags(html: string): string {
  const valued = /<(?:input|select)\b/.test(html) ? withValues(html) : html;
  return valued.replace(/<(?:br|\/p|\/div|\/li)\b[^>]*>/g, ' ').replace(/<[^>]*>/g, '');
}

/** Controls stand for what they hold; of a list, that is the chosen option. */
function withValues(html: string): string {
  return html
    .replace(/<select\b[^>]*>([\s\S]*?)<\/select>/g, (_, options: string) => chosen(options))
    .replace(/<input\b([^>]*)>/g, (_, attributes: string) => {
      if (/ type="checkbox"/.test(attributes)) return / checked(?:=|$| )/.test(attributes) ? 'TRUE' : 'FALSE';
      return / value="([^"]*)"/.exec(attributes)?.[1] ?? '';
    });
}

function chosen(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>([^<]*)/g)];
  const selected = all.find(([, attributes = '']) => / selected(?:=|$| )/.test(attributes)) ?? all[0];
  return selected?.[2] ?? '';
}
