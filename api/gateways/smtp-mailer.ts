import { type Mailer } from './mailer.ts'

/** Sends mails by the server of `SMTP_URL`. */
export function createSmtpMailer(smtpUrl: string): Mailer {
  const open = async () => {
    // A shop with a test mailbox does not need its memory.
    const { createTransport } = await import('nodemailer')
    return createTransport({ url: smtpUrl, connectionTimeout: 10_000, socketTimeout: 30_000 })
  }
  let opened: ReturnType<typeof open> | undefined
  return {
    send: async (mail) => {
      const transport = await (opened ??= open())
      await transport.sendMail({
        from: mail.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        // Prevents automatic replies such as absence notes.
        headers: { ...mail.headers, 'Auto-Submitted': 'auto-generated' },
        ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
        attachments: mail.attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content,
        })),
        // Mails contain only our own content: nothing may be read from disk or fetched.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
  }
}
