import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

export interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>;
  /** Closes it at once: the focus goes back to where it was, and the page knows before anything else happens. */
  readonly close: () => void;
  /** For the dialog: Escape, and whatever else the browser closes it by. */
  readonly props: {
    readonly onCancel: (event: SyntheticEvent) => void;
    readonly onClose: () => void;
  };
}

/** A dialog that is open over the page as long as it is drawn. */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  const close = () => {
    ref.current?.close();
    onClose();
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    close();
  };
  return { ref, close, props: { onCancel, onClose } };
}
