/** One rendered mail. Addresses are bare, `from` may carry a name. */
export interface OutgoingMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** Stable over retries. */
  messageId: string
  attachments: { filename: string; contentType: string; content: string }[]
  /** Whom an answer goes to, where that is not who sends it. */
  replyTo?: string
  /** Further header lines. */
  headers?: Readonly<Record<string, string>>
}

export interface Mailer {
  /**
   * @throws when the server did not take the mail; `readRefusal` tells whether it ever will, else
   *   the outbox tries again
   */
  send(mail: OutgoingMail): Promise<void>
}

/** A mail server's word that it will not take a mail, now or later. */
export interface MailRefusal {
  /** The server's answer: `550 5.1.1 No such user`. */
  serverText: string
  /** It answered the recipient's address; false: the mail as a whole. */
  toRecipient: boolean
}

/**
 * What an SMTP client's error says, where it is the server's final word (5xx, RFC 5321) on the
 * recipient or on the mail. Undefined for everything that may pass: 4xx, no connection, a login or
 * a sender that is refused, which is our fault.
 */
export function readRefusal(error: unknown): MailRefusal | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, command, responseCode, response } = error as Error & Record<string, unknown>
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return undefined
  const toRecipient = code === 'EENVELOPE' && command === 'RCPT TO'
  if (!toRecipient && code !== 'EMESSAGE') return undefined
  return { serverText: typeof response === 'string' ? response : error.message, toRecipient }
}
