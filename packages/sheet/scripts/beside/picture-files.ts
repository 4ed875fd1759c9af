import type { Browser } from 'playwright';

/** A picture of four quarters in four colours with a mark in the first, as files of each kind that workbooks have. */
export async function pictureFiles(browser: Browser): Promise<Readonly<Record<string, string | Uint8Array>>> {
  const tab = await browser.newPage();
  try {
    const drawn = async (type: string) => {
      const address = String(await tab.evaluate(`(${inPage})(${JSON.stringify(type)})`));
      return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
    };
    return {
      'a.png': await drawn('image/png'),
      'b.jpeg': await drawn('image/jpeg'),
      'c.gif': gif(),
      'd.bmp': bmp(),
      'e.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="#5b9bd5"/><circle cx="60" cy="40" r="30" fill="#ffffff"/></svg>',
      'f.emf': new Uint8Array([1, 0, 0, 0]),
      'g.webp': await drawn('image/webp'),
    };
  } finally {
    await tab.close();
  }
}

/** Runs in a page. */
const inPage = `(type) => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [120, 80];
  const context = canvas.getContext('2d');
  for (const [n, color] of ['#e74c3c', '#2ecc71', '#3498db', '#f1c40f'].entries()) {
    context.fillStyle = color;
    context.fillRect(60 * (n % 2), 40 * Math.floor(n / 2), 60, 40);
  }
  context.fillStyle = '#ffffff';
  context.fillRect(5, 5, 20, 10);
  return canvas.toDataURL(type);
}`;

const [width, height] = [24, 16];
const colors = [0xe7_4c_3c, 0x2e_cc_71, 0x34_98_db, 0xf1_c4_0f];
const quarter = (x: number, y: number) => (x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2);
const bytesOf = (color: number) => [color >>> 16, (color >>> 8) & 255, color & 255];
/** Codes of eight bits between two that clear the table: it never grows beyond them. */
const clearing = 100;

function gif(): Uint8Array {
  const codes: number[] = [];
  for (let n = 0; n < width * height; n++) {
    if (n % clearing === 0) codes.push(128);
    codes.push(quarter(n % width, Math.floor(n / width)));
  }
  codes.push(129);
  const blocks: number[] = [];
  for (let n = 0; n < codes.length; n += 255) {
    const part = codes.slice(n, n + 255);
    blocks.push(part.length, ...part);
  }
  const table = Array.from({ length: 128 }, (_, n) => bytesOf(colors[n] ?? 0)).flat();
  const screen = [width, 0, height, 0, 0xf6, 0, 0];
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    ...screen,
    ...table,
    0x2c,
    0,
    0,
    0,
    0,
    width,
    0,
    height,
    0,
    0,
    7,
    ...blocks,
    0,
    0x3b,
  ]);
}

function bmp(): Uint8Array {
  const size = width * height * 3;
  const file = Buffer.alloc(54 + size);
  file.write('BM');
  file.writeUInt32LE(54 + size, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let n = 0; n < width * height; n++) {
    // Its rows stand from the lowest to the highest.
    const color = colors[quarter(n % width, height - 1 - Math.floor(n / width))] ?? 0;
    file.set(bytesOf(color).toReversed(), 54 + 3 * n);
  }
  return file;
}
