import { eq } from 'drizzle-orm'
import { type Order, type OrderFlight } from '#contract/order.ts'
import { flightTransferParties, flightTransfers } from '../db/schema/flight-transfers.ts'
import { isRefundChoosable } from '../orders/load-cancellation.ts'
import { readMailedOrder } from '../orders/read-mailed-order.ts'
import { terminalTime } from '../store/mails/flight-time.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { loadRefundable } from '../store/orders/load-refundable.ts'
import {
  composeFlightMail,
  flightFacts,
  leavesAt,
  MOVE_WITHOUT_FEE,
  NEW_TIME_IN_CALENDAR,
} from './compose-flight-mail.ts'

interface TransferredOrder {
  order: Order
  /** Where the party flies now. */
  flight: OrderFlight
  departAtWas: Date
  /** The names of those who moved, where others of the party did not; empty for all. */
  names: string[]
  /** The fare gives the money back when the operator cannot keep what was bought. */
  isRefundable: boolean
}

/** Tells the time to which the operator moved a party, and what it may do about it. */
export const flightTransferredMail = declareMail({
  kind: 'flight_transferred',
  about: flightTransferParties,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: async (deps, mail): Promise<TransferredOrder | undefined> => {
    const { db } = deps.database
    const [party] = await db
      .select({
        ...{ whole: flightTransferParties.whole, passengerIds: flightTransferParties.passengerIds },
        ...{ departAtWas: flightTransferParties.departAtWas, flightId: flightTransfers.toFlightId },
      })
      .from(flightTransferParties)
      .innerJoin(flightTransfers, eq(flightTransfers.id, flightTransferParties.transferId))
      .where(eq(flightTransferParties.id, subjectIdOf(mail)))
    if (!party) throw new Error(`The transfer of mail ${String(mail.id)} is gone`)
    const order = await readMailedOrder(deps, mail)
    const flight = order.flights.find(({ flight_id: id }) => id === party.flightId)
    // It was moved once more or called off meanwhile, which has a mail of its own.
    if (!flight || flight.status === 'called_off') return undefined
    const moved = order.passengers.filter(({ id }) => party.passengerIds.includes(id))
    const refundable = await loadRefundable(db, order.id)
    return {
      ...{ order, flight, departAtWas: party.departAtWas },
      names: party.whole ? [] : moved.map(({ full_name: name }) => name),
      isRefundable: await isRefundChoosable(db, order.id, refundable.order),
    }
  },
  compose: writeMail,
})

const REFUND = 'Or you cancel until your flight leaves, and get back what you paid for it.'

function writeMail(
  { order, flight, departAtWas, names, isRefundable }: TransferredOrder,
  brand: MailBrand,
  { createdAt: now }: MailRow,
): ComposedMail {
  const was = terminalTime(flight, departAtWas.toISOString())
  const time = leavesAt(flight)
  const who = names.length === 0 ? 'your party' : names.join(', ')
  const why =
    `We are sorry: we could not let the flight at ${was} leave as planned, and moved ${who} to the one at ` +
    `${time}. The seats are yours already, and nothing is to be paid.`
  return composeFlightMail(
    {
      order,
      flight,
      title: `Your flight leaves at ${time}`,
      sentences: [why, MOVE_WITHOUT_FEE, ...(isRefundable ? [REFUND] : []), NEW_TIME_IN_CALENDAR],
      facts: flightFacts(flight, 'New time'),
      action: 'See your flight, or move it',
      calendarAt: now,
    },
    brand,
  )
}
