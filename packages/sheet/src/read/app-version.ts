import { WorkbookError } from '../workbook-error.ts';
import { type Relation, relatedPart } from './package-parts.ts';
import { parseXml } from './xml.ts';
import type { ZipParts } from './zip.ts';

/** Excel 2007, and libraries that write as it did. */
const OF_2007 = /^\s*12\./;
/** Characters of a version that are looked at. */
const mostText = 40;

/** Whether a file says that Excel 2007 wrote it, by its relations: what such a file leaves out means no (decision 88). */
export async function isOf2007(zip: ZipParts, relations: readonly Relation[]): Promise<boolean> {
  const path = relatedPart(relations, 'extended-properties') ?? 'docProps/app.xml';
  if (!zip.has(path)) return false;
  let isVersion = false;
  let version = '';
  try {
    await parseXml(zip.read(path, false), {
      open: (name) => {
        isVersion = name === 'AppVersion';
      },
      text: (text) => {
        if (isVersion && version.length < mostText) version += text;
      },
      close: () => {
        isVersion = false;
      },
    });
  } catch (fault) {
    // What a file says of itself beside its cells may be broken.
    if (!(fault instanceof WorkbookError)) throw fault;
  }
  return OF_2007.test(version);
}
