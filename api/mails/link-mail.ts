import { brandLook } from './brand-look.ts'
import { html } from './html.ts'
import { type ComposedMail, type MailBrand } from './mail-brand.ts'
import { button, heading, mailFrame, paragraph } from './mail-frame.ts'

export interface LinkMail {
  subject: string
  title: string
  /** The first sentence; mail programs show it beside the subject. */
  why: string
  action: string
  /** What else there is to know, a paragraph each. */
  notes: readonly string[]
}

/** A mail with one link, as a button and written out; opening the link spends nothing, only the form behind it does. */
export function linkMail(link: string, brand: MailBrand, mail: LinkMail): ComposedMail {
  const { subject, title, why, action, notes } = mail
  const style = `color:${brandLook(brand.id).link};word-break:break-all`
  const content = html`${heading(brand, title)} ${paragraph(why)} ${button(brand, action, link)}
  ${paragraph(html`Or open this address: <a class="link" href="${link}" style="${style}">${link}</a>`)}
  ${notes.map((note) => paragraph(note))}`
  return {
    subject,
    text: [title, why, link, ...notes, `${brand.name}\n${brand.phone} · ${brand.email}`].join('\n\n'),
    html: mailFrame(brand, subject, why, content),
    attachments: [],
  }
}
