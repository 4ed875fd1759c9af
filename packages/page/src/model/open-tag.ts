/** The raw value of an attribute within the text of an open tag, or undefined. */
export function attribute(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(` ${name}="`);
  if (at < 0) return undefined;
  const start = at + name.length + 3;
  return attributes.slice(start, attributes.indexOf('"', start));
}

/** The style number of an open tag, or undefined. */
export function tagStyle(tag: string): number | undefined {
  const value = attribute(tag, 'data-s');
  return value === undefined ? undefined : Number(value);
}

const STYLE = / data-s="\d+"/;

/** The open tag with its style number set: in its place, or last, where cleaning writes it. */
export function withTagStyle(tag: string, style: number): string {
  return STYLE.test(tag) ? tag.replace(STYLE, ` data-s="${style}"`) : `${tag.slice(0, -1)} data-s="${style}">`;
}

/** The open tag without its style number. */
export function withoutTagStyle(tag: string): string {
  return tag.replace(STYLE, '');
}
