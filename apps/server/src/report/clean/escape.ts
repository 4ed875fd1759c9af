const IN_TEXT = /[&<>\r]/;
const IN_ATTRIBUTE = /[&<>"`\r]/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '`': '&#96;',
  // A carriage return would be read back as a line feed.
  '\r': '\n',
};

/** Text as the serialiser writes it. */
export function escapeText(text: string): string {
  return IN_TEXT.test(text) ? text.replace(/[&<>\r]/g, entityOf) : text;
}

/** An attribute's value as the serialiser writes it between double quotes. */
export function escapeAttribute(text: string): string {
  return IN_ATTRIBUTE.test(text) ? text.replace(/[&<>"`\r]/g, entityOf) : text;
}

function entityOf(character: string): string {
  return ENTITIES[character] ?? character;
}
