import { join } from 'node:path';
import { chromium, type Page } from 'playwright';

/** Two drawings of the same box, as addresses of pictures. */
export interface Pair {
  readonly ours: string;
  readonly theirs: string;
  readonly width: number;
  readonly height: number;
}

interface Comparing {
  /** A folder for pictures of the pairs, by their numbers. */
  readonly pictures?: string | undefined;
  readonly executablePath?: string;
}

/**
 * How alike pairs of drawings are: the mean of the structural similarity (SSIM) of their luminance in windows of 8 by 8
 * pixels. Chromium rasters each drawing pixel by pixel upon white (a picture that is a pixel larger than its box is cut,
 * not squeezed), then reduces it to a quarter and blurs it a little, so that fonts and lines of another pixel count less
 * than what is drawn where.
 */
export async function likenesses(
  pairs: readonly Pair[],
  { pictures, executablePath = '/usr/bin/chromium' }: Comparing = {},
): Promise<number[]> {
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    const found: number[] = [];
    for (const [n, pair] of pairs.entries()) {
      found.push(Number(await page.evaluate(`(${inPage})(${JSON.stringify(pair)})`)));
      if (pictures !== undefined) await takePicture(page, pair, join(pictures, `${n}.png`));
    }
    return found;
  } finally {
    await browser.close();
  }
}

/** Both drawings side by side, ours at the left, for those who look at them. */
async function takePicture(page: Page, { ours, theirs, width, height }: Pair, path: string): Promise<void> {
  const style = `width:${width}px;height:${height}px;object-fit:none;object-position:0 0`;
  const image = (address: string) => `<img src="${address}" style="${style}">`;
  await page.setViewportSize({ width: 2 * width + 30, height: height + 20 });
  await page.setContent(
    `<body style="margin:10px;background:#cccccc;display:flex;gap:10px">${image(ours)}${image(theirs)}`,
  );
  await page.screenshot({ path });
}

/** Runs in the page. */
const inPage = `async ({ ours, theirs, width, height }) => {
  const [w, h] = [Math.max(8, Math.round(width / 4)), Math.max(8, Math.round(height / 4))];
  const raster = async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const whole = new OffscreenCanvas(width, height);
    const first = whole.getContext('2d');
    first.fillStyle = '#ffffff';
    first.fillRect(0, 0, width, height);
    first.drawImage(image, 0, 0);
    const context = new OffscreenCanvas(w, h).getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.filter = 'blur(1px)';
    context.drawImage(whole, 0, 0, w, h);
    const { data } = context.getImageData(0, 0, w, h);
    return Float64Array.from({ length: w * h }, (_, n) => 0.299 * data[4 * n] + 0.587 * data[4 * n + 1] + 0.114 * data[4 * n + 2]);
  };
  const [a, b] = [await raster(ours), await raster(theirs)];
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let sum = 0;
  let count = 0;
  for (let y = 0; y + 8 <= h; y += 4) {
    for (let x = 0; x + 8 <= w; x += 4) {
      let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0];
      for (let v = y; v < y + 8; v++) {
        for (let u = x; u < x + 8; u++) {
          const [p, q] = [a[v * w + u], b[v * w + u]];
          sa += p; sb += q; saa += p * p; sbb += q * q; sab += p * q;
        }
      }
      const [ma, mb] = [sa / 64, sb / 64];
      const [va, vb, cov] = [saa / 64 - ma * ma, sbb / 64 - mb * mb, sab / 64 - ma * mb];
      sum += ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      count++;
    }
  }
  return sum / count;
}`;
