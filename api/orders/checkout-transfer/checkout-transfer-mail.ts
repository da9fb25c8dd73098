import { getMailTheme } from '../../store/mails/brand-theme.ts'
import { html } from '../../store/mails/html.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import { oneClickUnsubscribeHeaders } from '../../store/mails/one-click-unsubscribe.ts'
import { button, heading, mailFrame, paragraph } from '../../store/mails/mail-frame.ts'

/**
 * The link that continues a booking on another device. It shows nothing typed or chosen, because
 * anybody can type an address.
 */
export function checkoutTransferMail(link: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `Go on with your booking at ${brand.name}`,
    title: 'Go on where you left off',
    intro:
      'Open this mail on the device you would like to finish your booking on. What you chose and ' +
      'typed comes along.',
    action: 'Go on with your booking',
    notes: [
      'The link works once, for one day. Seats are not kept by it.',
      'You did not ask for this? Then somebody mistyped an address, and there is nothing to do.',
    ],
  })
}

const TITLE = 'Your booking is not finished yet'
const WHY =
  'You asked us to remind you. Your flight can still be booked, and what you typed is kept for one more day.'
const ONCE = 'The link works once. This is the only mail we send about this booking.'

/** The one reminder for a shopper who asked for it, with a link to stop reminders. */
export function checkoutReminderMail(link: string, brand: MailBrand): ComposedMail {
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
