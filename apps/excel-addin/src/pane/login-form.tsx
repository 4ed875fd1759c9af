import { useState } from 'react';
import type { PaneModel } from './pane-model.ts';
import type { PaneState } from './pane-state.ts';
import { Button, Check, Field, Notice } from './parts.tsx';

/** The portal's own login in a dialog, or a key; neither is ever in a workbook. */
export function LoginForm({ model, state }: { readonly model: PaneModel; readonly state: PaneState }) {
  const [key, setKey] = useState('');
  const [isRemembered, setRemembered] = useState(true);
  const isBusy = state.work === 'sign-in';
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void model.logIn(key, isRemembered);
      }}
    >
      <p>Log in to publish this workbook as a live report.</p>
      {state.problem === '' ? null : <Notice tone="red">{state.problem}</Notice>}
      <Button kind="primary" {...{ isBusy }} onPress={() => void model.logInByPortal(isRemembered)}>
        Log in with the portal
      </Button>
      <Field
        label="API key or token"
        value={key}
        onChange={setKey}
        isSecret
        note="From the Account page of the portal. It is never saved in a workbook."
      />
      <Check isChecked={isRemembered} onChange={setRemembered}>
        Remember on this computer
      </Check>
      <div className="row">
        <Button sends {...{ isBusy }}>
          Log in
        </Button>
      </div>
    </form>
  );
}
