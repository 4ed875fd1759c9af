import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const NONCE_BYTES = 18;
const slots = /\{\{(nonce|title|report|config)\}\}/;

/** What fills one answer of the shell. */
export interface ShellContent {
  readonly title: string;
  /** Writes cleaned HTML of the asked report, from our own serialiser, under the answer's nonce. */
  readonly report: (nonce: string) => string;
}

/** What the pages must know of the settings, as attributes can hold it. */
export interface ShellConfig {
  readonly productName: string;
  readonly company: string;
  readonly helpEmail: string;
  readonly passwordLength: number;
}

/** The one page of the app: a small template filled for each answer, with a nonce of its own (architecture 10). */
export class Shell {
  readonly #parts: readonly string[];
  readonly #config: string;
  readonly #ancestors: string;

  constructor(template: string, config: ShellConfig, embedOrigins: readonly string[]) {
    this.#parts = template.split(slots);
    this.#config = escapeHtml(JSON.stringify(config));
    this.#ancestors = embedOrigins.length === 0 ? "'none'" : embedOrigins.join(' ');
  }

  /** The page and the policy that its nonce belongs to. */
  render({ title, report }: ShellContent): { html: string; policy: string } {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const values: Readonly<Record<string, string>> = {
      nonce,
      title: escapeHtml(title),
      report: report(nonce),
      config: this.#config,
    };
    const html = this.#parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? ''))).join('');
    return { html, policy: shellPolicy(nonce, this.#ancestors) };
  }
}

/** The pages of the app, and the page of the API reference, which is one of its own. */
export interface Shells {
  readonly shell: Shell;
  readonly reference: Shell | undefined;
}

/** Both with what they must know of the settings; undefined when they were not built. */
export function readShells(webDir: string, config: ShellConfig, embedOrigins: readonly string[]): Shells | undefined {
  const [app, api] = [readTemplate(webDir, 'index.html'), readTemplate(webDir, 'api.html')];
  if (app === undefined) return undefined;
  const shellOf = (template: string) => new Shell(template, config, embedOrigins);
  return { shell: shellOf(app), reference: api === undefined ? undefined : shellOf(api) };
}

/** A built page, or undefined when the pages were not built. */
function readTemplate(webDir: string, name: 'index.html' | 'api.html'): string | undefined {
  try {
    return readFileSync(join(webDir, name), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** No inline script, no other host, one Trusted Types policy (safety 1). */
function shellPolicy(nonce: string, ancestors: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    'trusted-types sheetwire',
  ].join('; ');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
