import { useEffect, useId, useRef, useState } from 'react';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { useModal } from '#ui/use-modal.ts';
import { KeyTable } from './key-table.tsx';
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

/** The keys, and the switch for those that are pressed alone. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { store } = useServices();
  const modal = useModal(onClose);
  const id = useId();
  const [areOn, setOn] = useState(() => areSingleKeysOn(store));
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    close.current?.focus();
    // Where not all is in sight, the reader begins at the top.
    close.current?.closest('dialog')?.scrollTo(0, 0);
  }, []);
  const choose = (areNowOn: boolean) => {
    setSingleKeys(store, areNowOn);
    setOn(areNowOn);
  };
  return (
    <dialog ref={modal.ref} aria-labelledby={id} className="popover dialog keys-dialog" {...modal.props}>
      <h2 id={id}>Keyboard shortcuts</h2>
      <KeyTable />
      <div className="row" data-align="end">
        <Checkbox label="Enable single-key shortcuts (P, T and ?)" isSelected={areOn} onChange={choose} />
        <span className="grow" />
        <Button ref={close} kind="primary" onPress={modal.close}>
          CLOSE
        </Button>
      </div>
    </dialog>
  );
}
