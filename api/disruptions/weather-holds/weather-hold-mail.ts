import { type Order, type OrderFlight } from '#contract/order.ts'
import { weatherHoldNotices } from '../../db/schema/weather-hold-notices.ts'
import { readMailedOrder } from '../../orders/read-mailed-order.ts'
import { terminalTime } from '../../store/mails/flight-time.ts'
import { declareMail, subjectIdOf } from '../../store/mails/queue-mail.ts'
import { leavesAt } from '../compose-flight-mail.ts'
import { composeHoldMail } from './compose-hold-mail.ts'
import { readHoldNotice } from './read-hold-notice.ts'

interface HeldOrder {
  order: Order
  flights: [OrderFlight, ...OrderFlight[]]
  decideAt: string
  note: string | null
  /** The party was told an earlier time of the decision before. */
  isPostponed: boolean
}

/** Tells that the weather may keep a flight from leaving, and when that is decided. */
export const weatherHoldMail = declareMail({
  kind: 'weather_hold',
  about: weatherHoldNotices,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: async (deps, mail): Promise<HeldOrder | undefined> => {
    const { notice, hold } = await readHoldNotice(deps.database.db, subjectIdOf(mail))
    const order = await readMailedOrder(deps, mail)
    const [first, ...others] = order.flights.filter(({ on_hold: onHold }) => onHold !== undefined)
    // It was decided meanwhile, which has a mail of its own.
    if (!first?.on_hold) return undefined
    return {
      order,
      flights: [first, ...others],
      decideAt: first.on_hold.decide_at,
      note: hold.note,
      isPostponed: notice.firstDecideAt < new Date(first.on_hold.decide_at),
    }
  },
  compose: ({ order, flights, decideAt, note, isPostponed }, brand) => {
    const [flight] = flights
    const time = terminalTime(flight, decideAt)
    const about = isPostponed
      ? `We need a little longer to see whether the weather lets us fly: we decide at ${time} about your ` +
        `flight at ${leavesAt(flight)}.`
      : `The weather may not let us fly, so your flight at ${leavesAt(flight)} is on hold. We decide at ` +
        `${time} whether it leaves.`
    return composeHoldMail(
      {
        order,
        flights,
        title: isPostponed ? `We now decide at ${time}` : `Your flight is on hold, we decide at ${time}`,
        sentences: [
          about,
          ...(note === null ? [] : [note]),
          'We write to you as soon as it is decided. You need not do anything until then, and your seats ' +
            'stay yours.',
          'Please do not leave for the terminal before you have read that mail.',
        ],
      },
      brand,
    )
  },
})
