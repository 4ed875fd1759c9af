/** Pixels between the margins of a sheet of A4, upright and across. */
const paper = { upright: 718, across: 1047 };
/** Smaller letters than this share of their size nobody reads. */
const leastZoom = 0.3;

/** How a page of this width goes on paper. */
export interface PrintFit {
  readonly isAcross: boolean;
  readonly zoom: number;
}

/** Upright as long as the page fits and its file does not ask for more, else across, and then smaller. */
export function fitOnPaper(width: number, asksAcross = false): PrintFit {
  const isAcross = asksAcross || width > paper.upright;
  const room = isAcross ? paper.across : paper.upright;
  return { isAcross, zoom: Math.max(leastZoom, Math.min(1, room / Math.max(1, width))) };
}

const sheet = new CSSStyleSheet();

/** Fits what the hosts show on paper; the answer undoes it. */
export function fitHosts(hosts: readonly HTMLElement[]): () => void {
  const fits = hosts.map((host) => fitOnPaper(widthOf(host), asksAcross(host)));
  const isAcross = fits.some((fit) => fit.isAcross);
  sheet.replaceSync(`@page { size: ${isAcross ? 'landscape' : 'portrait'} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((other) => other !== sheet), sheet];
  for (const [n, host] of hosts.entries()) host.style.setProperty('zoom', String(fits[n]?.zoom ?? 1));
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    for (const host of hosts) host.style.removeProperty('zoom');
  };
}

function asksAcross(host: HTMLElement): boolean {
  return host.shadowRoot?.querySelector('table[data-print="landscape"]') !== null;
}

/** The widest table as it is on paper, which knows no zoom; texts take the width that there is. */
function widthOf(host: HTMLElement): number {
  const tables = [...(host.shadowRoot?.querySelectorAll('table') ?? [])];
  return Math.max(0, ...tables.map((table) => table.getBoundingClientRect().width / zoomOf(table)));
}

function zoomOf(table: Element): number {
  return Number(getComputedStyle(table).zoom) || 1;
}
