import { isBooked } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { type OrderFile, type OrderFilePassenger } from '#contract/order-file.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { LIVE_PAGE, LivePreviewText } from '../parts/live-part.tsx'
import { countDone, guestHref, guestName, listMissing } from './guest-words.ts'

interface GuestsPartProps {
  order: Pick<Order, 'id' | 'status'>
  file: Pick<OrderFile, 'passengers' | 'party_url'>
}

/**
 * The code that the guests of a party scan, and who of them is done; shown until the flight leaves.
 * It stays true by itself while the guests type.
 */
export function GuestsPart({ order, file }: GuestsPartProps) {
  const { passengers, party_url: url } = file
  if (!isBooked(order.status) || passengers.every(({ link }) => link === null)) return null
  const done = countDone(passengers)
  return (
    <section className="desk-part" aria-labelledby="guests">
      <h2 id="guests">Guests do the typing</h2>
      <div id="guests-live" className="guests-live" data-live-part="" {...LIVE_PAGE}>
        <LivePreviewText words={`${done}.`} />
        {url === null ? null : (
          <>
            <QrCode text={url} label="The guests’ page, to be scanned" />
            <p>
              Each guest scans this with their phone’s camera, picks themselves, and gives name, weight and
              waiver. <a href={url}>Open it here</a>
            </p>
          </>
        )}
        <ol className="guests">
          {passengers.map((one, at) => (
            <Guest key={one.id} order={order.id} one={one} number={at + 1} />
          ))}
        </ol>
      </div>
    </section>
  )
}

function Guest({ order, one, number }: { order: number; one: OrderFilePassenger; number: number }) {
  const missing = listMissing(one)
  const name = guestName(one, number)
  return (
    <li>
      {one.link === null ? (
        <b>{name}</b>
      ) : (
        <a href={guestHref(order, one.id)}>
          {name}
          <span className="vh">, code for their phone</span>
        </a>
      )}
      {missing.length === 0 ? (
        <span className="st ok">Done</span>
      ) : (
        <span className="st late">
          <span>Missing: {missing.join(', ')}</span>
        </span>
      )}
      {missing.length > 0 && one.picked_at !== null ? (
        <small className="muted">On their own phone</small>
      ) : null}
    </li>
  )
}
