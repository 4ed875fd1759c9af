/** An element of a document that holds no comments and no mixed text. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const TAG = /<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)\s*(\/?)>/g;

/** Reads a document strictly: a tag that is not closed by its own name is thrown. */
export function parseXml(xml: string): Element {
  const body = xml.replace(/^<\?xml [^?]*\?>\s*/, '');
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let at = 0;
  for (const [tag, slash, name = '', attributes = '', empty] of body.matchAll(TAG)) {
    const place = body.indexOf(tag, at);
    const inside = open.at(-1) ?? top;
    inside.text += unescaped(body.slice(at, place).trim());
    at = place + tag.length;
    if (slash !== '') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), children: [], text: '' };
    inside.children.push(element);
    if (empty === '') open.push(element);
  }
  const [root, ...more] = top.children;
  if (!root || more.length > 0 || open.length !== 1 || body.slice(at).trim() !== '' || /[<>]/.test(top.text)) {
    throw new Error('The document is not well formed');
  }
  return root;
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w:]+)="([^"<]*)"/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
