export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; links stay unbroken. */
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
