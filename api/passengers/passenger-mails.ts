import { html } from '../store/mails/html.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { heading, mailFrame, paragraph, orderLinkPart } from '../store/mails/mail-frame.ts'

/** A passenger's private link, which the buyer asked us to send. Opening it does not use it up. */
export const passengerLinkMail = (link: string, brand: MailBrand): ComposedMail =>
  linkMail(link, brand, {
    subject: `You are flying with ${brand.name}: a few details, please`,
    title: 'You are on board',
    intro: 'Somebody booked a flight for you. Please give us your name and weight, and sign the waiver.',
    action: 'Give my details',
    notes: [
      'This page is yours alone. Only our flight team sees your weight, not even whoever booked.',
      'You can change what you gave until check-in.',
    ],
  })

/**
 * Tells the buyer that we will call about the seating. It does not say why, because a passenger's
 * weight is private.
 */
export function seatingCallMail(orderNumber: string, brand: MailBrand): ComposedMail {
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

export interface MissingPassenger {
  name: string
  link: string
}

/** Two days before departure, lists the passengers with missing data and the links to pass on. */
export function passengersMissingMail(
  orderNumber: string,
  missing: readonly MissingPassenger[],
  brand: MailBrand,
): ComposedMail {
  const subject =
    `Two days to go: ${missing.length === 1 ? 'one passenger' : 'some passengers'} still to ` +
    `fill in (${orderNumber})`
  const title = 'Nearly ready for take-off'
  const why = 'We still need a name, a weight or a signed waiver. Each passenger has a page of their own:'
  const last =
    'Please pass the links on. What your passengers write there stays between them and our flight team.'
  const way = orderLinkPart(brand)
  const content = html`${heading(brand, title)} ${paragraph(why)}
  ${missing.map(({ name, link }) => paragraph(html`${name}: <a class="link" href="${link}">${link}</a>`))}
  ${paragraph(last)} ${way.content}`
  const list = missing.map(({ name, link }) => `${name}: ${link}`)
  return {
    subject,
    text: [title, why, ...list, last, ...way.text, `${brand.name}\n${brand.phone} · ${brand.email}`].join(
      '\n\n',
    ),
    html: mailFrame(brand, subject, why, content),
    attachments: [],
  }
}
