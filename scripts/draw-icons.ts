import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './steps.ts';

/** The mark of apps/web/public/icon.svg, on a 16 px grid. */
const mark =
  '<path d="M11.5 3.5H6.25a2.25 2.25 0 0 0 0 4.5h3.5a2.25 2.25 0 0 1 0 4.5H4.5"/><path d="M12.5 2h2v3h-2zM1.5 11h2v3h-2z" fill="#fff"/>';
const ground = '#0b6576';

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

/** Draws the icons of an installed app anew; they are kept beside the pages. */
async function drawIcons(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    for (const drawing of drawings) {
      const { file, size } = drawing;
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svgOf(drawing)}`);
      await page.screenshot({ path: join(folder, file), omitBackground: true });
    }
  } finally {
    await browser.close();
  }
}

function svgOf({ size, radius, scale }: Drawing): string {
  const edge = (16 - 16 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 16 16"><rect width="16" height="16" rx="${radius}" fill="${ground}"/><g fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" transform="translate(${edge} ${edge}) scale(${scale})">${mark}</g></svg>`;
}

await drawIcons(join(root, 'apps/web/public/icons'));
