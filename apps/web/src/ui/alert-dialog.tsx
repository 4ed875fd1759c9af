import { useId } from 'react';
import { Button } from './button.tsx';
import { useModal } from './use-modal.ts';

/** What the specification calls a browser alert: one accessible dialog with exactly the text (interfaces 8). */
export function AlertDialog({ text, onClose }: { text: string; onClose: () => void }) {
  // The browser tells that it closed some time later, and an alert that comes meanwhile is one to be shown.
  const { ref, close, props } = useModal(onClose);
  const id = useId();
  return (
    <dialog ref={ref} role="alertdialog" aria-labelledby={id} className="popover dialog" {...props}>
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
