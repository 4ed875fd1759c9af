/** What the pages know of the server's settings. */
export interface PageConfig {
  readonly productName: string;
  readonly helpEmail: string;
}

const fallback: PageConfig = { productName: 'Sheetwire', helpEmail: '' };

/** Reads what the server wrote into the shell; the development server writes nothing. */
export function readConfig(content: string | null | undefined): PageConfig {
  const given = parsed(content ?? '');
  return {
    productName: text(given, 'productName') || fallback.productName,
    helpEmail: text(given, 'helpEmail') || fallback.helpEmail,
  };
}

/** The config of this page. */
export const pageConfig = readConfig(
  globalThis.document?.querySelector('meta[name="sheetwire-config"]')?.getAttribute('content'),
);

function text(given: object, name: string): string {
  const value: unknown = Object.entries(given).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
}

function parsed(content: string): object {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
