import { reminders } from '../../db/schema/checkout-transfers.ts'
import { button, getMailTheme, heading, html, mailFrame, paragraph } from '../../store/mails/mail-frame.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'
import { oneClickUnsubscribeHeaders } from '../../store/mails/one-click-unsubscribe.ts'

const TITLE = 'Your booking is not finished yet'
const WHY =
  'You asked us to remind you. Your flight can still be booked, and what you typed is kept for one more day.'
const ONCE = 'The link works once. This is the only mail we send about this booking.'

/** The one reminder for a shopper who asked for it, with a link to stop reminders. */
export const checkoutReminderMail = declareMail({
  kind: 'resume_reminder',
  about: reminders,
  recipient: 'buyer',
  delivery: 'optional',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: writeMail,
})

function writeMail(link: string, brand: MailBrand): ComposedMail {
  const stop = `${link}/stop`
  const subject = `Your booking at ${brand.name} is not finished yet`
  const style = `color:${getMailTheme(brand.id).link}`
  const stopLink = html`<a class="link" href="${stop}" style="${style}">Send me no reminders</a>`
  const content = html`${heading(brand, TITLE)} ${paragraph(WHY)}
  ${button(brand, 'Go on with your booking', link)} ${paragraph(ONCE)}
  ${paragraph(html`You would rather not get such mails? ${stopLink}.`)}`
  return {
    subject,
    text: [
      TITLE,
      WHY,
      `Go on with your booking: ${link}`,
      ONCE,
      `Send me no reminders: ${stop}`,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(brand, subject, WHY, content),
    attachments: [],
    headers: oneClickUnsubscribeHeaders(stop),
  }
}
