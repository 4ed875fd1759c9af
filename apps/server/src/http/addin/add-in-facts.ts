import { createHash } from 'node:crypto';
import { type addIn, iconPath } from '@sheetwire/contract/publishing/add-in';
import { Refusal } from '#lib/refusal.ts';

/** What the manifests say of one portal's add-in. */
export interface AddInFacts {
  readonly origin: string;
  readonly id: string;
  /** At most 30 characters, as the short name of a manifest. */
  readonly name: string;
  /** Who runs the portal. */
  readonly provider: string;
}

const MOST_NAME = 30;
const MOST_PROVIDER = 32;

interface PortalWords {
  readonly publicUrl: string;
  readonly productName: string;
  readonly company: string;
}

/** Refused without a public https address: Excel loads an add-in from nowhere else. */
export function addInFacts({ publicUrl, productName, company }: PortalWords): AddInFacts {
  const { origin, protocol } = publicUrl === '' ? { origin: '', protocol: '' } : new URL(publicUrl);
  if (protocol !== 'https:') {
    const message =
      'The add-in needs SHEETWIRE_PUBLIC_URL, the https:// address of this portal: Excel loads it from there';
    throw new Refusal('not_found', { message });
  }
  const name = productName.slice(0, MOST_NAME);
  return { origin, id: idOf(origin), name, provider: (company || productName).slice(0, MOST_PROVIDER) };
}

/** One id for each portal, the same at every start and on every server of it. */
function idOf(origin: string): string {
  const hash = createHash('sha256').update(`sheetwire add-in ${origin}`).digest('hex');
  // A name-based UUID of our own scheme: version 8, variant 10.
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4];
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `${variant}${hash.slice(17, 20)}`];
  return [...parts, hash.slice(20, 32)].join('-');
}

/** The address of an icon. */
export function iconUrl(origin: string, size: (typeof addIn.icons)[number]): string {
  return `${origin}${iconPath(size)}`;
}

/** What the manifests say to people. */
export const manifestWords = {
  description: 'Publish this workbook as a live report, and read reports into cells.',
  group: 'Live report',
  button: 'Publish',
  tip: 'Publish this workbook, keep it live, and receive what viewers enter.',
} as const;
