import { orders } from '../db/schema/orders.ts'
import { declareMail, orderNumberOf } from '../store/mails/queue-mail.ts'
import { button, heading, html, mailFrame, orderLinkPart, paragraph } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

/** Sent once, the day after a flight. It contains no advertising. */
export const feedbackRequestMail = declareMail({
  kind: 'how_was_it',
  about: orders,
  recipient: 'buyer',
  delivery: 'optional',
  repeatable: false,
  correcting: null,
  opensOrder: true,
  load: (_deps, mail) => orderNumberOf(mail),
  compose: writeMail,
})

function writeMail(orderNumber: string, brand: MailBrand): ComposedMail {
  const subject = `How was your flight? (${orderNumber})`
  const title = 'How was it?'
  const href = `${brand.origin}/survey`
  const why = 'You have flown with us. If you have a minute, tell us what was good and what was not.'
  const last = 'We do not ask about this flight again. You need not answer; nothing depends on it.'
  const way = orderLinkPart(brand)
  return {
    subject,
    text: [title, why, href, last, ...way.text, `${brand.name}\n${brand.phone} · ${brand.email}`].join(
      '\n\n',
    ),
    html: mailFrame(
      brand,
      subject,
      why,
      html`${heading(brand, title)} ${paragraph(why)} ${button(brand, 'Tell us how it was', href)}
      ${paragraph(last)} ${way.content}`,
    ),
    attachments: [],
  }
}
