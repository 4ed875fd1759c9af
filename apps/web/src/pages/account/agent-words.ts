/** A browser's description in words: `Chrome on Windows`. */
export interface AgentWords {
  readonly text: string;
  readonly isPhone: boolean;
}

/** The first that matches names it: a browser calls itself by the names of those it descends from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const longestName = 40;

/** Reads what is worth showing of a user agent; what is no browser keeps its own first word. */
export function agentWords(agent: string): AgentWords {
  const browser = nameIn(agent, browsers) ?? ownName(agent);
  const system = nameIn(agent, systems);
  return {
    text: system === undefined ? browser : `${browser} on ${system}`,
    isPhone: /\b(?:iPhone|Android)\b/.test(agent) && !/\b(?:iPad|Tablet)\b/.test(agent),
  };
}

function nameIn(agent: string, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(agent))?.[1];
}

function ownName(agent: string): string {
  const name = agent.trim().split(/[\s/]/, 1)[0]?.slice(0, longestName) ?? '';
  return name === '' || name === 'Mozilla' ? 'Unknown browser' : name;
}
