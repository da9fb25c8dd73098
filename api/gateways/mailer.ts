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
}

export interface Mailer {
  /** @throws when the server did not take the mail; the outbox tries again later */
  send(mail: OutgoingMail): Promise<void>
}
