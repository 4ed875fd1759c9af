/** What the pages know of the server's settings. */
export interface PageConfig {
  readonly productName: string;
  /** Whose name begins the groups that are reserved. */
  readonly company: string;
  readonly helpEmail: string;
  /** The least length of a password. */
  readonly passwordLength: number;
}

const fallback: PageConfig = { productName: 'Sheetwire', company: 'SHEETWIRE', helpEmail: '', passwordLength: 12 };

/** Reads what the server wrote into the shell; the development server writes nothing. */
export function readConfig(content: string | null | undefined): PageConfig {
  const given = parsed(content ?? '');
  return {
    productName: text(given, 'productName') || fallback.productName,
    company: text(given, 'company') || fallback.company,
    helpEmail: text(given, 'helpEmail') || fallback.helpEmail,
    passwordLength: count(given, 'passwordLength') ?? fallback.passwordLength,
  };
}

/** The config of this page. */
export const pageConfig = readConfig(
  globalThis.document?.querySelector('meta[name="sheetwire-config"]')?.getAttribute('content'),
);

function text(given: object, name: string): string {
  const value = field(given, name);
  return typeof value === 'string' ? value : '';
}

function count(given: object, name: string): number | undefined {
  const value = field(given, name);
  return typeof value === 'number' ? value : undefined;
}

function field(given: object, name: string): unknown {
  return Object.entries(given).find(([key]) => key === name)?.[1];
}

function parsed(content: string): object {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
