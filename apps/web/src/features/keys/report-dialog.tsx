import './report-dialog.css';
import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from '#ui/button.tsx';
import type { Modal } from '#ui/use-modal.ts';

interface ReportDialogProps {
  readonly modal: Modal;
  readonly title: string;
  /** What else stands beside the title. */
  readonly head?: ReactNode;
  readonly className: string;
  /** The button that closes it. */
  readonly close: RefObject<HTMLButtonElement | null>;
  readonly children: ReactNode;
}

/** A dialog about what the report shows, over the report. */
export function ReportDialog({ modal, title, head, className, close, children }: ReportDialogProps) {
  const id = useId();
  return (
    <dialog ref={modal.ref} aria-labelledby={id} className={`popover dialog ${className}`} {...modal.props}>
      <header className="row">
        <h2 id={id}>{title}</h2>
        {head}
      </header>
      {children}
      <div className="row" data-align="end">
        <span className="grow" />
        <Button ref={close} kind="primary" onPress={modal.close}>
          CLOSE
        </Button>
      </div>
    </dialog>
  );
}
