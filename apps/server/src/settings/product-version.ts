import manifest from '../../package.json' with { type: 'json' };

/** The version that the server's own package names. */
export function productVersion(): string {
  return manifest.version;
}
