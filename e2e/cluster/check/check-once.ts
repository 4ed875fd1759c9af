import { type Fact, factsOf } from './history.ts';

/** Each control update comes to the publisher once: always when its viewer was told so, and never twice. */
export function checkControls(facts: readonly Fact[]): string[] {
  const handed = new Map<string, number>();
  for (const { topic, value } of factsOf(facts, 'handed')) {
    const key = `${topic} ${value}`;
    handed.set(key, (handed.get(key) ?? 0) + 1);
  }
  const entered = factsOf(facts, 'entered');
  const known = new Set(entered.map(({ topic, value }) => `${topic} ${value}`));
  return [
    ...[...handed].filter(([, times]) => times > 1).map(([key, times]) => `control twice: ${key} came ${times} times`),
    ...[...handed.keys()].filter((key) => !known.has(key)).map((key) => `control invented: ${key}`),
    ...entered
      .filter(({ topic, value, end }) => end === 'updated' && !handed.has(`${topic} ${value}`))
      .map(({ topic, value }) => `control lost: ${topic} ${value}`),
  ];
}

/** Each snapshot that was due is taken once, and noted once. */
export function checkSnapshots(facts: readonly Fact[]): string[] {
  return factsOf(facts, 'snapshots')
    .filter(({ kept, noted }) => kept !== 1 || noted !== 1)
    .map(({ topic, kept, noted }) => `snapshot: ${topic} has ${kept}, noted ${noted} times`);
}
