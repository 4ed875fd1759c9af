import { type Fact, factsOf, type Published, type Shown, type Stored } from './history.ts';

/** Versions: nothing acknowledged is lost, nothing is torn, no number has two contents, nobody goes back. */
export function checkVersions(facts: readonly Fact[]): string[] {
  const published = factsOf(facts, 'published');
  const seen = [...factsOf(facts, 'shown').filter(isReport), ...factsOf(facts, 'stored')];
  const stored = factsOf(facts, 'stored');
  return [...lost(published, stored), ...undone(published), ...torn(seen), ...wrong(published, seen), ...back(facts)];
}

/** A screen from which the report was taken shows nothing that could be torn. */
function isReport({ values, version }: Shown): boolean {
  return version > 0 && values.length > 0;
}

const keyOf = ({ topic, version }: { readonly topic: string; readonly version?: number }) => `${topic} ${version}`;

function lost(published: readonly Published[], stored: readonly Stored[]): string[] {
  const there = new Set(stored.map(keyOf));
  return published
    .filter((each) => each.end === 'kept' && !there.has(keyOf(each)))
    .map((each) => `lost: version ${each.version} of ${each.topic}, acknowledged with ${each.value}, is not there`);
}

/** What is acknowledged stands from then on: nothing that is sent later is answered with an older version. */
function undone(published: readonly Published[]): string[] {
  const kept = published.filter(({ end }) => end === 'kept');
  const answered = kept.toSorted((a, b) => a.at - b.at);
  const newest = new Map<string, number>();
  let told = 0;
  return kept
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ topic, value, from, version = 0 }) => {
      for (let each = answered[told]; each && each.at <= from; each = answered[++told])
        newest.set(each.topic, Math.max(newest.get(each.topic) ?? 0, each.version ?? 0));
      const before = newest.get(topic) ?? 0;
      if (version >= before) return [];
      return [`undone: ${value} of ${topic} was answered with version ${version} after version ${before}`];
    });
}

function torn(seen: readonly (Shown | Stored)[]): string[] {
  return seen
    .filter(({ values }) => values.length !== 1)
    .map((each) => `torn: version ${each.version} of ${each.topic} says ${each.values.join(' and ') || 'nothing'}`);
}

/** A number has the content that it was acknowledged with, the same for everybody, and one that was really sent. */
function wrong(published: readonly Published[], seen: readonly (Shown | Stored)[]): string[] {
  const contents = new Map<string, number>();
  const sent = new Set(published.map(({ topic, value }) => `${topic} ${value}`));
  const told: string[] = [];
  const compare = (key: string, value: number) => {
    const known = contents.get(key);
    if (known !== undefined && known !== value) told.push(`two contents: version ${key} is ${known} and ${value}`);
    contents.set(key, known ?? value);
  };
  for (const each of published) if (each.end === 'kept') compare(keyOf(each), each.value);
  for (const { topic, version, values } of seen) {
    const [value] = values;
    if (value === undefined || values.length > 1) continue;
    compare(keyOf({ topic, version }), value);
    if (!sent.has(`${topic} ${value}`)) told.push(`invented: version ${version} of ${topic} says ${value}`);
  }
  return told;
}

/** What a screen has shown, it never shows an older version of. */
function back(facts: readonly Fact[]): string[] {
  const newest = new Map<string, number>();
  const told: string[] = [];
  for (const shown of factsOf(facts, 'shown').filter(isReport)) {
    const screen = `${shown.viewer} ${shown.topic}`;
    const before = newest.get(screen) ?? 0;
    if (shown.version < before) told.push(`back: ${screen} went from ${before} to ${shown.version} at ${shown.at}`);
    newest.set(screen, Math.max(before, shown.version));
  }
  return told;
}
