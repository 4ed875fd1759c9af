import type { DryRun } from './dry-run.ts';
import type { PaneModel } from './pane-model.ts';
import { Button } from './parts.tsx';

/** What a publish would change; nothing was sent to viewers. */
export function DryRunPart({ model, dryRun }: { readonly model: PaneModel; readonly dryRun: DryRun | undefined }) {
  if (!dryRun) return null;
  return (
    <section className="stack tight card" aria-labelledby="dry-run">
      <div className="row" data-wrap="no">
        <h2 className="grow" id="dry-run">
          Dry run
        </h2>
        <Button kind="quiet" onPress={() => model.closeDryRun()}>
          Close
        </Button>
      </div>
      <p role="status">{dryRun.words}. Nothing was published.</p>
      {dryRun.pages.map(({ name, words, lines }) => (
        <div key={name}>
          <h3>{words === '' ? name : `${name}: ${words}`}</h3>
          <ul className="lines">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      {dryRun.notShown.length === 0 ? null : (
        <div>
          <h3>Not shown</h3>
          <ul className="lines">
            {dryRun.notShown.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
