import { type Order, type OrderFlight } from '#contract/order.ts'
import { weatherHoldNotices } from '../../db/schema/weather-hold-notices.ts'
import { readMailedOrder } from '../../orders/read-mailed-order.ts'
import { declareMail, subjectIdOf } from '../../store/mails/queue-mail.ts'
import { leavesAt } from '../compose-flight-mail.ts'
import { composeHoldMail } from './compose-hold-mail.ts'
import { readHoldNotice } from './read-hold-notice.ts'
import { findReleasedFlights } from './work-weather-holds.ts'

interface ReleasedOrder {
  order: Order
  flights: [OrderFlight, ...OrderFlight[]]
}

/** Tells that a flight which was on hold leaves as it was booked. */
export const weatherHoldReleasedMail = declareMail({
  kind: 'weather_hold_released',
  about: weatherHoldNotices,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: async (deps, mail): Promise<ReleasedOrder | undefined> => {
    const { notice } = await readHoldNotice(deps.database.db, subjectIdOf(mail))
    const ids = await findReleasedFlights(deps.database.db, notice, deps.clock.now())
    const order = await readMailedOrder(deps, mail)
    const [first, ...others] = order.flights.filter(({ flight_id: id }) => ids.includes(id))
    // It was called off or moved meanwhile, which has a mail of its own.
    return first ? { order, flights: [first, ...others] } : undefined
  },
  compose: ({ order, flights }, brand) =>
    composeHoldMail(
      {
        order,
        flights,
        title: `Your flight leaves at ${leavesAt(flights[0])}`,
        sentences: [
          `Good news: the weather lets us fly. Your flight is not on hold any more and leaves at ` +
            `${leavesAt(flights[0])}, as you booked it.`,
          'The aircraft cannot wait: whoever checks in late may lose the seat.',
        ],
      },
      brand,
    ),
})
