/** What is looked for in a harmless page, as the public list writes it. */
export interface Expectation {
  readonly sel: string;
  readonly n?: number | undefined;
  readonly attr?: string | undefined;
  readonly value?: string | undefined;
  readonly css?: string | undefined;
  readonly is?: string | undefined;
  readonly text?: string | undefined;
}

/** Runs in the browser: the canonical HTML of what it makes of each text, read as a div, a template and a shadow root. */
export function readBack(pages: readonly string[]): string[][] {
  const VOID = new Set(['br', 'wbr', 'hr', 'img', 'input', 'col']);
  const entity: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '`': '&#96;' };
  const escaped = (text: string, signs: RegExp) => text.replace(signs, (sign) => entity[sign] ?? sign);
  const attributes = (element: Element) =>
    [...element.attributes].map(({ name, value }) => ` ${name}="${escaped(value, /[&<>"`]/g)}"`).join('');
  const write = (node: Node): string => {
    if (node instanceof Text) return escaped(node.data, /[&<>]/g);
    if (!(node instanceof Element)) return `<!unexpected ${node.nodeName}>`;
    const tag = node.localName;
    const opened = `<${tag}${attributes(node)}>`;
    if (VOID.has(tag)) return opened;
    const inside = [...node.childNodes].map(write).join('');
    return `${opened}${/^(?:pre|textarea)$/.test(tag) && inside.startsWith('\n') ? '\n' : ''}${inside}</${tag}>`;
  };
  const inside = (parent: Node) => [...parent.childNodes].map(write).join('');
  return pages.map((html) => {
    const div = document.createElement('div');
    div.innerHTML = html;
    const template = document.createElement('template');
    template.innerHTML = html;
    const shell = Document.parseHTMLUnsafe(
      `<!doctype html><body><div><template shadowrootmode="open"><div>${html}</div></template></div>`,
    );
    const root = shell.querySelector('body > div')?.shadowRoot?.firstElementChild;
    return [inside(div), inside(template.content), root ? inside(root) : 'no shadow root'];
  });
}

/** What one page did in the browser. */
export interface Deeds {
  readonly scripts: string[];
  readonly overlays: string[];
  readonly names: string[];
}

/**
 * Runs in the browser: puts the page into the report box as the portal does and into the plain document too, tries every
 * element with events, and tells what it did. Every attempt to run a script is reported by the page's own policy.
 */
export async function provoke(html: string): Promise<Deeds> {
  const scripts: string[] = [];
  const onAttempt = (event: SecurityPolicyViolationEvent) => {
    scripts.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
  };
  document.addEventListener('securitypolicyviolation', onAttempt);
  const host = document.createElement('div');
  host.style.cssText =
    'position:absolute;left:100px;top:100px;width:300px;height:200px;contain:strict;overflow:auto;isolation:isolate';
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = `<div>${html}</div>`;
  const plain = document.createElement('div');
  plain.style.cssText = 'position:absolute;left:100px;top:400px;width:300px;height:100px;contain:strict;overflow:auto';
  plain.innerHTML = html;
  document.body.append(host, plain);
  const stop = (event: Event) => event.preventDefault();
  document.addEventListener('click', stop, true);
  const elements = [...root.querySelectorAll('*'), ...plain.querySelectorAll('*')];
  const kinds = ['click', 'mouseover', 'focus', 'load', 'error', 'toggle', 'animationstart', 'input', 'pointerdown'];
  for (const element of elements) {
    for (const kind of kinds)
      element.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true, composed: true }));
  }
  // A frame and a task: images are decoded or refused, reports of the policy delivered.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  const reaches = (x: number, y: number) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (found === host || plain.contains(found));
  };
  const isOver = (element: Element) =>
    /^(?:fixed|absolute)$/.test(getComputedStyle(element).position) || element.matches(':modal, :popover-open');
  const isForeignName = ({ id, attributes }: Element) => 'name' in attributes || (id !== '' && !id.startsWith('r-'));
  const runs = (link: Element) =>
    link instanceof HTMLAnchorElement && link.hasAttribute('href') && !/^(?:https?|mailto):$/.test(link.protocol);
  const outside = [
    [5, 5],
    [50, 150],
    [450, 150],
    [250, 50],
    [250, 350],
    [700, 550],
  ] as const;
  const overlays = [
    ...outside.filter(([x, y]) => reaches(x, y)).map((point) => point.join()),
    ...elements.filter(isOver).map((element) => element.outerHTML),
  ];
  const names = elements.filter(isForeignName).map((element) => element.outerHTML);
  scripts.push(...elements.filter(runs).map((element) => element.outerHTML));
  document.removeEventListener('click', stop, true);
  document.removeEventListener('securitypolicyviolation', onAttempt);
  host.remove();
  plain.remove();
  return { scripts, overlays, names };
}

/** Runs in the browser: which expectations a harmless page does not meet. */
export function missing({ html, wanted }: { html: string; wanted: readonly Expectation[] }): string[] {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = `<div>${html}</div>`;
  document.body.append(host);
  const faults = wanted.filter(({ sel, n, attr, value, css, is, text }) => {
    const found = [...root.querySelectorAll(`div ${sel}`)];
    const first = found[0];
    if (!first || (n !== undefined && found.length !== n)) return true;
    if (attr !== undefined && !first.hasAttribute(attr)) return true;
    if (attr !== undefined && value !== undefined && first.getAttribute(attr) !== value) return true;
    if (css !== undefined && getComputedStyle(first).getPropertyValue(css) !== is) return true;
    return text !== undefined && first.textContent !== text;
  });
  host.remove();
  return faults.map((fault) => JSON.stringify(fault));
}

/** Runs in the browser: whether each style, as the look of a cell, is one rule that calls nothing. */
export function areHarmlessLooks(styles: readonly string[]): boolean[] {
  return styles.map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`[data-s="0"]{${css}}`);
    const [rule] = sheet.cssRules;
    const isAlone = sheet.cssRules.length === 1 && rule instanceof CSSStyleRule && rule.cssRules.length === 0;
    return isAlone && rule.style.position !== 'fixed' && !/url\(|var\(|attr\(|!important/.test(rule.cssText);
  });
}
