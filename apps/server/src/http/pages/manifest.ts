/** Its address; the shell names it. */
export const manifestPath = '/manifest.webmanifest';

const ink = '#16232a';
const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: purpose === 'any' ? `/icons/icon-${size}.png` : `/icons/icon-maskable-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** What a browser needs to install the portal as an app of this name; its pages are never served stale. */
export function manifestOf(productName: string): object {
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description: 'Live reports from your spreadsheets',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: ink,
    theme_color: ink,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
    ],
  };
}
