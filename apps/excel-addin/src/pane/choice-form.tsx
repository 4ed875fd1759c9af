import type { PaneModel } from './pane-model.ts';
import { isOn, type PaneState } from './pane-state.ts';
import { Check, Field } from './parts.tsx';

/** What is published where; locked while live. */
export function ChoiceForm({ model, state }: { readonly model: PaneModel; readonly state: PaneState }) {
  const isLocked = isOn(state.live);
  const { report, ranges, visible, sheets = visible, takesEntries, publishSecret, asksSecret, detail } = state;
  return (
    <section className="stack" aria-label="What to publish">
      <Field
        label="Report"
        value={report}
        placeholder="ENTITY/GROUP/REPORT"
        choices={state.places}
        onChange={(value) => model.choose({ report: value })}
        {...{ isLocked }}
        {...(isLocked && { note: 'Stop publishing to change this.' })}
      />
      <fieldset className="stack tight">
        <legend>Pages</legend>
        {visible.map((sheet) => (
          <Check
            key={sheet}
            isChecked={sheets.includes(sheet)}
            onChange={(isChosen) => model.toggleSheet(sheet, isChosen)}
            {...{ isLocked }}
          >
            {sheet}
          </Check>
        ))}
        <Field
          label="Ranges and names"
          value={ranges}
          placeholder="Summary!A1:F20, Totals"
          onChange={(value) => model.choose({ ranges: value })}
          {...{ isLocked }}
        />
      </fieldset>
      <Check isChecked={takesEntries} onChange={(value) => model.choose({ takesEntries: value })} {...{ isLocked }}>
        Viewers can fill in cells named CTL_…, or those with a list or checkbox
      </Check>
      {asksSecret || detail?.hasPublishSecret ? (
        <Field
          label="Publish secret"
          value={publishSecret}
          isSecret
          note="You enter it again each time the pane opens."
          onChange={(value) => model.choose({ publishSecret: value })}
          {...{ isLocked }}
        />
      ) : null}
    </section>
  );
}
