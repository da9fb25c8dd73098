import { type NewsletterList } from '#contract/newsletter.ts'
import { newsletterSubscribers } from '../db/schema/forms.ts'
import { button, getMailTheme, heading, html, mailFrame, paragraph } from '../store/mails/mail-frame.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { oneClickUnsubscribeHeaders } from '../store/mails/one-click-unsubscribe.ts'
import { NEWS, readSubscriberForMail } from './newsletter-mail.ts'
import { makeNewsletterToken } from './newsletter-token.ts'

/** The first mail of a list, and the way to end it. */
export const newsletterWelcomeMail = declareMail({
  kind: 'newsletter_welcome',
  about: newsletterSubscribers,
  recipient: 'subscriber',
  delivery: 'optional',
  repeatable: false,
  correcting: null,
  load: async (deps, mail) => {
    const { id, list } = await readSubscriberForMail(deps, mail)
    return { list, stopToken: makeNewsletterToken(deps, id, { use: 'stop' }) }
  },
  compose: writeMail,
})

function writeMail(
  { list, stopToken }: { list: NewsletterList; stopToken: string },
  brand: MailBrand,
): ComposedMail {
  const stop = `${brand.origin}/subscribe/${stopToken}/stop`
  const subject = `You are on the list · ${brand.name}`
  const title = 'You are on the list'
  const why =
    `From now on you get ${NEWS[list]}: a mail or two a month, when there is something worth ` +
    'opening one for.'
  const style = `color:${getMailTheme(brand.id).link}`
  const stopLink = html`<a class="link" href="${stop}" style="${style}">Stop these mails</a>`
  const content = html`${heading(brand, title)} ${paragraph(why)}
  ${button(brand, 'See our flights', `${brand.origin}/product`)}
  ${paragraph(html`Enough of it? ${stopLink}, now or from any later mail.`)}`
  return {
    subject,
    text: [
      title,
      why,
      `See our flights: ${brand.origin}/product`,
      `Stop these mails: ${stop}`,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(brand, subject, why, content),
    attachments: [],
    headers: oneClickUnsubscribeHeaders(stop),
  }
}
