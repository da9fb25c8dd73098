import { createTransport } from 'nodemailer'
import { type Mailer } from './mailer.ts'

/** Sends mails by the server of `SMTP_URL`. */
export function createSmtpMailer(smtpUrl: string): Mailer {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, socketTimeout: 30_000 })
  return {
    send: async (mail) => {
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
