/** One rendered mail. Addresses are bare, `from` may carry a name. */
export interface OutgoingMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** Unchanged when the mail is retried. */
  messageId: string
  attachments: { filename: string; contentType: string; content: string }[]
  /** The address for replies, if it is not the sender's. */
  replyTo?: string
  /** Further header lines. */
  headers?: Readonly<Record<string, string>>
}

export interface Mailer {
  /**
   * @throws when the server did not accept the mail; `readRefusal` tells whether that is permanent,
   *   otherwise the outbox retries
   */
  send(mail: OutgoingMail): Promise<void>
}

/** A mail server's permanent refusal of a mail. */
export interface MailRefusal {
  /** The server's answer: `550 5.1.1 No such user`. */
  serverText: string
  /** True: the recipient's address was refused; false: the mail as a whole. */
  toRecipient: boolean
}

/**
 * Reads a permanent refusal (5xx, RFC 5321) of the recipient or the mail from an SMTP error.
 * Undefined for temporary failures (4xx, no connection) and for a refused login or sender, which
 * are our fault.
 */
export function readRefusal(error: unknown): MailRefusal | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, command, responseCode, response } = error as Error & Record<string, unknown>
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return undefined
  const toRecipient = code === 'EENVELOPE' && command === 'RCPT TO'
  if (!toRecipient && code !== 'EMESSAGE') return undefined
  return { serverText: typeof response === 'string' ? response : error.message, toRecipient }
}
