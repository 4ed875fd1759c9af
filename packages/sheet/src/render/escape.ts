const inText = /[&<>]/g;
const inAttribute = /[&<>"`]/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '`': '&#96;',
};

/** Text for the inside of an element. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(inText, entityOf) : text;
}

/** Text for a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return text.replace(inAttribute, entityOf);
}

function entityOf(character: string): string {
  return entities[character] ?? character;
}
