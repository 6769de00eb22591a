/** A code on its way to whoever has the address, if anybody does. */
export interface CodeMessage {
  readonly email: string;
  readonly code: string;
}

export interface MailQueue {
  send(message: CodeMessage): Promise<void>;
}

/** A mail of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Lines end with `\n`. */
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}
