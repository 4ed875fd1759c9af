import { behindDrawings } from '../drawing.ts';

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
export function cellText(given: string): string {
  const at = behindDrawings(given);
  const html = at === 0 ? given : `${namesOf(given.slice(0, at))} ${given.slice(at)}`;
  const plain = html.includes('<') ? withoutTags(html) : html;
  const text = plain.includes('&') ? plain.replace(ENTITY, (entity) => CHARACTERS[entity] ?? entity) : plain;
  return /\s{2}|[\t\n\r\f\u00a0]|^\s|\s$/.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

/** Drawings by their names, each with what tells one state of it from another. */
function namesOf(drawings: string): string {
  const names = [...drawings.matchAll(/ aria-label="([^"]*)"/g)].map(([, name = '']) => name);
  let hash = 0;
  for (let at = 0; at < drawings.length; at++) hash = (Math.imul(hash, 31) + drawings.charCodeAt(at)) >>> 0;
  return `${names.join(', ')} (version ${hash.toString(36)})`;
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
