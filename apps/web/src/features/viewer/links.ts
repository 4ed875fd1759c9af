/** A click on a link inside a report, as far as it decides where it leads. */
export interface LinkClick {
  readonly href: string;
  readonly target: string;
  readonly button: number;
  readonly hasModifier: boolean;
}

/** Paths of our own origin that the server answers itself. */
const servedPaths = /^\/(?:remote\/)?(?:api|assets|linkedfiles|healthz|readyz|metrics)(?:\/|$)/i;

/**
 * The address to open in the app, or undefined to leave the click to the browser: other origins, /linkedfiles/,
 * clicks with modifiers, other buttons and target _blank (spec 2, Links inside reports). The origin is compared after
 * resolving, so that `//host` and `/\host` never count as ours (safety 1). A tab alone is one of the report at `base`;
 * every other address begins at the origin.
 */
export function inAppAddress(click: LinkClick, base: string): string | undefined {
  if (click.button !== 0 || click.hasModifier || click.target === '_blank') return undefined;
  const here = new URL(base);
  const from = click.href.startsWith('#') ? here : here.origin;
  if (!URL.canParse(click.href, from)) return undefined;
  const url = new URL(click.href, from);
  const isOurs = url.origin === here.origin && /^https?:$/.test(url.protocol);
  if (!isOurs || servedPaths.test(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
