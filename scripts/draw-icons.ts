import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './steps.ts';

/** The mark of apps/web/public/icon.svg, on a 16 px grid. */
const mark =
  '<path d="M11.5 3.5H6.25a2.25 2.25 0 0 0 0 4.5h3.5a2.25 2.25 0 0 1 0 4.5H4.5"/><path d="M12.5 2h2v3h-2zM1.5 11h2v3h-2z" fill="#fff"/>';
const ground = '#0b6576';

/** The commands of the extension for LibreOffice, as the portal draws them (apps/web/src/ui/icon.tsx). */
const commands: Readonly<Record<string, string>> = {
  publish: '<path d="M8 10.1V2.5M4.8 5.7 8 2.5l3.2 3.2M2.5 13.3h11"/>',
  live: '<circle cx="8" cy="8" r="1.6" fill="#0b6576"/><path d="M4.6 11.4a4.8 4.8 0 0 1 0-6.8M11.4 4.6a4.8 4.8 0 0 1 0 6.8"/>',
  look: '<path d="M1.5 8s2.3-4.3 6.5-4.3S14.5 8 14.5 8 12.2 12.3 8 12.3 1.5 8 1.5 8Z"/><circle cx="8" cy="8" r="1.9"/>',
  settings:
    '<path d="M13.7 4.6 11.3 7 9 6.9 9 4.7l2.4-2.4a3.7 3.7 0 0 0-4.9 4.6L2.4 11a1.85 1.85 0 0 0 2.6 2.6l4.1-4.1a3.7 3.7 0 0 0 4.6-4.9Z"/>',
};

interface Drawing {
  readonly file: string;
  readonly size: number;
  /** Corners of the ground on the grid of 16. */
  readonly radius: number;
  /** How much of the width the mark takes: a mask may cut off all but the middle four fifths. */
  readonly scale: number;
}

const drawings: readonly Drawing[] = [
  { file: 'icon-192.png', size: 192, radius: 3, scale: 0.75 },
  { file: 'icon-512.png', size: 512, radius: 3, scale: 0.75 },
  { file: 'icon-maskable-512.png', size: 512, radius: 0, scale: 0.56 },
  { file: 'apple-touch-icon.png', size: 180, radius: 0, scale: 0.66 },
];

interface Picture {
  readonly path: string;
  readonly size: number;
  readonly svg: string;
}

/** Draws the icons of an installed app, of the extension and of the add-in anew; they are kept beside what shows them. */
async function drawIcons(pictures: readonly Picture[]): Promise<void> {
  for (const { path } of pictures) await mkdir(dirname(path), { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    for (const { path, size, svg } of pictures) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
      await page.screenshot({ path, omitBackground: true });
    }
  } finally {
    await browser.close();
  }
}

function svgOf({ size, radius, scale }: Drawing): string {
  const edge = (16 - 16 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 16 16"><rect width="16" height="16" rx="${radius}" fill="${ground}"/><g fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" transform="translate(${edge} ${edge}) scale(${scale})">${mark}</g></svg>`;
}

/** A command's icon is seen on the light and on the dark toolbar. */
function commandSvg(drawing: string, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 16 16" fill="none" stroke="${ground}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${drawing}</svg>`;
}

/** White on nothing, as the packages of Microsoft 365 ask for. */
function outlineSvg(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 16 16" fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${mark}</svg>`;
}

const ofApp = join(root, 'apps/web/public/icons');
const ofExtension = join(root, 'clients/libreoffice/extension/icons');
const ofAddIn = join(root, 'apps/excel-addin/public/icons');
const addInSizes = [16, 32, 64, 80, 128, 192];
const addInIcon = (size: number) => ({ file: `icon-${size}.png`, size, radius: 3, scale: 0.75 });
const extension = { file: 'extension.png', size: 42, radius: 3, scale: 0.75 };
await drawIcons([
  ...drawings.map((one) => ({ path: join(ofApp, one.file), size: one.size, svg: svgOf(one) })),
  ...addInSizes.map(addInIcon).map((one) => ({ path: join(ofAddIn, one.file), size: one.size, svg: svgOf(one) })),
  { path: join(ofAddIn, 'outline.png'), size: 32, svg: outlineSvg(32) },
  { path: join(ofExtension, extension.file), size: extension.size, svg: svgOf(extension) },
  ...Object.entries(commands).flatMap(([name, drawing]) =>
    [16, 26].map((size) => ({ path: join(ofExtension, `${name}-${size}.png`), size, svg: commandSvg(drawing, size) })),
  ),
]);
