import type { BrowserContext } from 'playwright-core';

/**
 * From here on the pages of this profile find a browser of some years ago: no setHTML and no Sanitizer, no shared
 * worker, no locks, no moments of rest, and style that knows neither containment nor rows that are left out of sight.
 */
export async function forgetNewFeatures(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const forget = (holder: object, name: string) => Reflect.deleteProperty(holder, name);
    for (const name of ['setHTML', 'setHTMLUnsafe']) {
      forget(Element.prototype, name);
      forget(ShadowRoot.prototype, name);
    }
    for (const name of ['Sanitizer', 'SharedWorker', 'requestIdleCallback']) forget(window, name);
    forget(Navigator.prototype, 'locks');
    const unknown = /(?<![-\w(])(?:contain|content-visibility|contain-intrinsic-[a-z-]+)\s*:[^;}]*;?/g;
    const replace = CSSStyleSheet.prototype.replaceSync;
    CSSStyleSheet.prototype.replaceSync = function (text) {
      const known = text.replaceAll(/\((?:content-visibility:\s*auto|contain:\s*strict)\)/g, '(not-yet: invented)');
      if (/supports[^{]*\((?:content-visibility|contain):/.test(known))
        throw new Error('the sheet asks for what is forgotten');
      replace.call(this, known.replace(unknown, ''));
    };
  });
}

/** The browsers of most phones have none: each tab has a stream of its own. */
export async function forgetSharedWorkers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
}
