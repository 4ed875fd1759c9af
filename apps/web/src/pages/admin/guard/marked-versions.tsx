import type { Topic } from '@sheetwire/rules/topic';
import type { KeptRules } from '#features/admin/guard/guard-model.ts';
import { FoundVersion } from './found-version.tsx';

/** The last versions that were published though they broke a rule: marked only, or released. */
export function MarkedVersions({ topic, marked }: { topic: Topic; marked: KeptRules['marked'] }) {
  if (marked.length === 0) return null;
  return (
    <section className="stack ruled" aria-labelledby="guard-marked">
      <h3 id="guard-marked">Published despite breaking a rule</h3>
      <ul className="found">
        {marked.map(({ version, timeUtc, rules }) => (
          <FoundVersion key={version} {...{ topic, version }} utc={timeUtc} words={rules.map(({ words }) => words)} />
        ))}
      </ul>
    </section>
  );
}
