import { button, getMailTheme, heading, html, mailFrame, paragraph, rows } from './mail-frame.ts'
import { type ComposedMail, type MailBrand } from './mail-brand.ts'

export interface LinkMail {
  subject: string
  title: string
  /** The first sentence, which mail programs show beside the subject. */
  intro: string
  action: string
  /** The facts of the mail, one row each. */
  facts?: readonly (readonly [string, string])[]
  /** The price rows; the last row is the total. */
  price?: readonly (readonly [string, string])[]
  /** Further paragraphs. */
  notes: readonly string[]
}

/**
 * A mail with one link, as a button and written out. Opening the link changes nothing; only the
 * form behind it does.
 */
export function linkMail(link: string, brand: MailBrand, mail: LinkMail): ComposedMail {
  const { subject, title, intro, action, facts = [], price = [], notes } = mail
  const list = (pairs: typeof facts) => pairs.map(([label, value]) => `${label}: ${value}`).join('\n')
  const style = `color:${getMailTheme(brand.id).link};word-break:break-all`
  const content = html`${heading(brand, title)} ${paragraph(intro)}
  ${facts.length > 0 ? rows(brand, facts) : ''}
  ${price.length > 0 ? html`<br />${rows(brand, price, 'total')}` : ''} ${button(brand, action, link)}
  ${paragraph(html`Or open this address: <a class="link" href="${link}" style="${style}">${link}</a>`)}
  ${notes.map((note) => paragraph(note))}`
  return {
    subject,
    text: [
      title,
      intro,
      list(facts),
      list(price),
      link,
      ...notes,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    html: mailFrame(brand, subject, intro, content),
    attachments: [],
  }
}
