import { careMessages } from '../db/schema/care.ts'
import { type ApiDeps } from '../deps.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { declareMail, type MailRow, orderIdOf, orderNumberOf } from '../store/mails/queue-mail.ts'
import { listPhotos } from '../store/orders/list-flight-photos.ts'
import { readSoldFlights } from '../store/orders/read-sold-flights.ts'
import { composeCareMail, loadCare, type WantedCare } from '../store/care/compose-care-mail.ts'

/** Sent once, the day after a flight: its photos, when there are any, and the survey. No advertising. */
export const afterFlightMail = declareMail({
  kind: 'how_was_it',
  about: careMessages,
  recipient: 'buyer',
  delivery: 'optional',
  repeatable: false,
  correcting: null,
  opensOrder: true,
  load: loadFlown,
  compose: writeMail,
})

interface FlownParty {
  care: WantedCare
  orderNumber: string
  /** The slug of the product that was flown; undefined when the order has no flight any more. */
  product: string | undefined
  photos: number
}

async function loadFlown(deps: ApiDeps, mail: MailRow): Promise<FlownParty | undefined> {
  const care = await loadCare(deps, mail)
  if (!care) return undefined
  const { db } = deps.database
  const flights = await readSoldFlights(db, orderIdOf(mail))
  const photos = await listPhotos(
    db,
    flights.map(({ flight_id: id }) => id),
  )
  return {
    care,
    orderNumber: orderNumberOf(mail),
    product: flights.at(-1)?.product_slug,
    photos: photos.length,
  }
}

function writeMail({ care, orderNumber, product, photos }: FlownParty, brand: MailBrand): ComposedMail {
  const query = product === undefined ? '' : `?flight=${encodeURIComponent(product)}`
  const several = photos === 1 ? 'There is a photo' : `There are ${String(photos)} photos`
  return composeCareMail(brand, care, {
    subject: `How was your flight? (${orderNumber})`,
    title: 'How was it?',
    intro: 'You have flown with us. If you have a minute, tell us what was good and what was not.',
    action: { label: 'Tell us how it was', href: `${brand.origin}/survey${query}` },
    notes: [
      ...(photos > 0 ? [`${several} of your flight: you find what we took with your order.`] : []),
      'We do not ask about this flight again. You need not answer; nothing depends on it.',
    ],
    order: true,
  })
}
