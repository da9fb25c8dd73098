import { formEntries } from '../db/schema/forms.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { heading, html, mailFrame, paragraph } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

/** That it came. Nothing of what was typed stands in it: anybody can type an address. */
export const formReceivedMail = declareMail({
  kind: 'form_received',
  about: formEntries,
  recipient: 'person who wrote',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: () => null,
  compose: (_nothing, brand) => writeMail(brand),
})

function writeMail(brand: MailBrand): ComposedMail {
  const title = 'Your message came'
  const lines = [
    `Thank you for writing to ${brand.name}. Somebody at the desk reads it today or tomorrow, ` +
      'and answers to this address.',
    `It is urgent? Call ${brand.phone}, seven days, 8 am to 8 pm ET.`,
    'You did not write to us? Then somebody mistyped an address, and there is nothing to do.',
  ]
  const subject = `${title} · ${brand.name}`
  const content = html`${heading(brand, title)} ${lines.map((line) => paragraph(line))}`
  return {
    subject,
    text: [title, ...lines, `${brand.name}\n${brand.phone} · ${brand.email}`].join('\n\n'),
    html: mailFrame(brand, subject, lines[0] ?? '', content),
    attachments: [],
  }
}
