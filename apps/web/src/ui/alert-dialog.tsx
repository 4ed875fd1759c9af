import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

/** What the specification calls a browser alert: one accessible dialog with exactly the text (interfaces 8). */
export function AlertDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // The browser tells that it closed some time later, and an alert that comes meanwhile is one to be shown.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby={id} className="popover dialog" onClose={onClose}>
      <p id={id} className="alert-text">
        {text}
      </p>
      <div className="row" data-align="end">
        <span className="grow" />
        <Button kind="primary" onPress={close}>
          OK
        </Button>
      </div>
    </dialog>
  );
}
