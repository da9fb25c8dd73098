import { type Tx } from '../../db/client.ts'
import { flightTransferParties } from '../../db/schema/flight-transfers.ts'
import { orderEvents } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { TRANSFER_EVENTS } from '../../orders/rules/transfer-events.ts'
import { type PartySelection } from '../../reschedules/choose-rescheduled-party.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { announceOrder } from '../../store/queue-webhook.ts'
import { queueText } from '../../store/texts/queue-text.ts'

/** What of an order has moved. */
export interface MovedParty {
  order: OrderRow
  chosen: PartySelection
}

interface Telling {
  transferId: number
  moved: readonly MovedParty[]
  times: { was: Date; now: Date }
  actor: string
  now: Date
}

/** Writes who moved, and a mail and a text for each party with another time; the outbox sends them. */
export async function tellParties(
  tx: Tx,
  deps: ApiDeps,
  { transferId, moved, times, actor, now }: Telling,
): Promise<number> {
  const hasNewTime = times.was.getTime() !== times.now.getTime()
  for (const { order, chosen } of moved) {
    const { id: orderId, status, email } = order
    const [party] = await tx
      .insert(flightTransferParties)
      .values({
        ...{ transferId, orderId, whole: chosen.whole },
        passengerIds: chosen.people.map(({ id }) => id),
        ...{ departAtWas: times.was, departAt: times.now },
      })
      .returning({ id: flightTransferParties.id })
    if (!party) throw new Error('The party of a transfer was not written')
    await tx.insert(orderEvents).values({
      ...{ orderId, at: now, actor, fromStatus: status, toStatus: status },
      reason: hasNewTime ? TRANSFER_EVENTS.otherTime : TRANSFER_EVENTS.sameTime,
      details: { transfer: transferId, from: times.was.toISOString(), to: times.now.toISOString() },
    })
    await announceOrder(tx, {
      type: 'order.moved',
      orderId,
      now,
      data: { flight_transfer: { id: transferId } },
    })
    if (!hasNewTime) continue
    const eventKey = `flight_transferred:${String(party.id)}`
    const about = { kind: 'flight_transferred' as const, subjectId: party.id, eventKey }
    await queueMail(tx, { ...about, orderId, to: email }, now, deps)
    await queueText(tx, { ...about, order }, now, deps)
  }
  return hasNewTime ? moved.length : 0
}
