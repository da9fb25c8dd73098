import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { declareMail, type MailRow, orderIdOf, orderNumberOf } from '../store/mails/queue-mail.ts'
import { heading, html, mailFrame, orderLinkPart, paragraph } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { type MissingPassenger } from './find-missing-passengers.ts'
import { listOrderPassengers } from './list-order-passengers.ts'

interface MissingPassengers {
  orderNumber: string
  missing: MissingPassenger[]
}

/** When staff ask for it, lists the passengers with missing data and the links to pass on. */
export const passengersMissingMail = declareMail({
  kind: 'passengers_missing',
  about: orders,
  recipient: 'buyer',
  delivery: 'usual',
  repeatable: false,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: findMissing,
  compose: writeMail,
})

/** The passengers whose data are missing when the mail leaves. */
async function findMissing(deps: ApiDeps, mail: MailRow): Promise<MissingPassengers> {
  const { passengers } = await listOrderPassengers(deps, orderIdOf(mail))
  const missing = passengers.flatMap(({ done, link, full_name: name, number }) =>
    done || link === null ? [] : [{ name: name || `Passenger ${String(number)}`, link }],
  )
  return { orderNumber: orderNumberOf(mail), missing }
}

function writeMail({ orderNumber, missing }: MissingPassengers, brand: MailBrand): ComposedMail {
  const who = missing.length === 1 ? 'one passenger' : 'some passengers'
  const subject = `Before your flight: ${who} still to fill in (${orderNumber})`
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
