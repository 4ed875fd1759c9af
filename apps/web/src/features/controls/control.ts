/** A control of a report as its rules need it. */
export interface Control {
  /** Its `data-control`; empty for a button that only submits or cancels. */
  readonly name: string;
  /** A text is sent again until it is confirmed; a choice and a press are not (spec 8). */
  readonly kind: 'text' | 'choice' | 'button';
  /** Held until the submit button of this tag is pressed (spec 4, Report editing). */
  readonly tag: string | undefined;
}

/** What stands in a control, or null when it is cleared (interfaces 6). */
export type ControlValue = string | null;

/** How far an entry has come; `waiting` is sent again by itself. */
export type MarkKind = 'pending' | 'sending' | 'waiting' | 'saved' | 'failed' | 'changed';

/** What is shown beside a control. */
export interface Mark {
  readonly kind: MarkKind;
  /** In words, where there is more to say than the sign beside the control does. */
  readonly words?: string;
  /** Before the words: what was entered. */
  readonly entry?: string;
  /** After the words: why, as it was said from outside. */
  readonly reason?: string;
  /** It stays until its user changes the control, or takes it away. */
  readonly stays?: true;
}

/** What shows the controls: the report's document, or a test. */
export interface ControlBoard {
  /** Shows how far an entry has come; nothing when there is nothing to tell. */
  mark(name: string, mark: Mark | undefined): void;
  /** Shows the published value again. */
  reset(name: string): void;
  /** Something was held back for a control and may be written now. */
  settle(): void;
  /** Submit and Cancel buttons are set by whether their tag has a pending change. */
  groupsChanged(): void;
  /** Texts that are being edited and whose present value nobody told of; undefined for a date that is none yet. */
  unheard(): readonly { readonly control: Control; readonly value: ControlValue | undefined }[];
  /** Whether an input method is putting characters together in a text, from which its user still makes others. */
  isUnfinished(name: string): boolean;
  /** Whether the page has the control still. */
  has(name: string): boolean;
  /** Whether the page has the control still, and its publisher lets it be changed. */
  isOpen(name: string): boolean;
  /** The value that the page brought for a control while it was held, or what it published; undefined without it. */
  published(name: string): ControlValue | undefined;
  /** A value as its reader knows it; undefined when the control shows nothing that could be read. */
  said(name: string, value: ControlValue): string | undefined;
}
