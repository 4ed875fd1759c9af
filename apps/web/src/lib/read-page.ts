import { decodePage } from '@sheetwire/client/decode-page';
import { lengthenPage } from '@sheetwire/page/model/short-page';

/** The HTML of a page as it came: unpacked, and with all addresses where it is short. */
export async function readPage(page: string, isShort: boolean | undefined): Promise<string> {
  const html = await decodePage(page);
  return isShort ? lengthenPage(html) : html;
}
