import { brandLook } from './brand-look.ts'
import { html } from './html.ts'
import { type ComposedMail, type MailBrand } from './mail-brand.ts'
import { button, heading, mailFrame, paragraph } from './mail-frame.ts'

const WHY = 'Set a password to see your flights, and to book faster the next time.'
const ONCE = 'The link works once and for a short time.'
const NOT_YOU = 'You did not ask for this? Then there is nothing to do: without the link nobody gets in.'

/** A link to set a password; opening it spends nothing, only sending the new password does. */
export function setPasswordMail(link: string, brand: MailBrand): ComposedMail {
  const subject = `Set your password for ${brand.name}`
  const style = `color:${brandLook(brand.id).link};word-break:break-all`
  const content = html`${heading(brand, 'Set your password')} ${paragraph(WHY)}
  ${button(brand, 'Set your password', link)}
  ${paragraph(html`Or open this address: <a class="link" href="${link}" style="${style}">${link}</a>`)}
  ${paragraph(ONCE)} ${paragraph(NOT_YOU)}`
  return {
    subject,
    text: [
      'Set your password',
      WHY,
      link,
      ONCE,
      NOT_YOU,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(brand, subject, WHY, content),
    attachments: [],
  }
}
