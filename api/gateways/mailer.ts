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
  /** @throws when the server did not take the mail; the outbox tries again later */
  send(mail: OutgoingMail): Promise<void>
}
