import { orders } from '../db/schema/orders.ts'
import { declareMail, orderNumberOf } from '../store/mails/queue-mail.ts'
import { heading, html, mailFrame, orderLinkPart, paragraph } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

/**
 * Tells the buyer that we will call about the seating. It does not say why, because a passenger's
 * weight is private.
 */
export const seatingCallMail = declareMail({
  kind: 'seating_call',
  about: orders,
  recipient: 'buyer',
  delivery: 'usual',
  repeatable: false,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: (_deps, mail) => orderNumberOf(mail),
  compose: writeMail,
})

function writeMail(orderNumber: string, brand: MailBrand): ComposedMail {
  const subject = `We will call you about your seats (${orderNumber})`
  const sentences = [
    'Your booking stands. To seat everybody safely on your flight we would like to speak with ' +
      'you for a moment.',
    'Somebody of our flight team will call you, with a few ways to choose from. You need not ' +
      'do anything until then.',
    `If you would rather call us: ${brand.phone}.`,
  ]
  const title = 'We will call you'
  const way = orderLinkPart(brand)
  return {
    subject,
    text: [title, ...sentences, ...way.text, `${brand.name}\n${brand.phone} · ${brand.email}`].join('\n\n'),
    html: mailFrame(
      brand,
      subject,
      sentences[0] ?? '',
      html`${heading(brand, title)} ${sentences.map((one) => paragraph(one))} ${way.content}`,
    ),
    attachments: [],
  }
}
