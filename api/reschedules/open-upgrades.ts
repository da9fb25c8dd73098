import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { isPaidInPart } from '../store/orders/order.ts'
import { type HeldSeats, Refused, type SeatChange } from './open-seat-change.ts'
import { type ChangeInput, type ChangeJudgement, type ChangeProblem, priceChange } from './price-change.ts'
import { lockForChange, writeChange } from './write-change.ts'

export type OpenRefusal =
  | ({ ok: false } & ChangeProblem)
  | { ok: false; reason: 'price_changed' | 'payment_in_progress' | 'too_many_cards' }

interface UpgradesToOpen {
  orderId: number
  ask: ChangeInput
  /** The hash of what the payer agreed to. */
  hash: string
  /** Writes further rows once the order is locked and the upgrades are agreed. */
  check: (tx: Tx, judged: ChangeJudgement & { ok: true }) => Promise<void>
}

/** Upgrades are a change that needs no seats; everything else is as with guests who join. */
export const toSeatlessChange = (
  deps: Pick<ApiDeps, 'clock'>,
  { orderId, ask, hash, check }: UpgradesToOpen,
): SeatChange<HeldSeats> => ({
  payerId: ask.by.userId,
  hold: async (tx) => {
    const now = deps.clock.now()
    const ready = await lockForChange(tx, orderId)
    if (!ready.ok) throw new Refused(ready)
    const { order, lastNo } = ready
    const judged = await priceChange(tx, order, ask, { now, lock: true })
    if (!judged.ok) throw new Refused(judged)
    if (judged.hash !== hash) throw new Refused({ ok: false, reason: 'price_changed' })
    await check(tx, judged)
    const { details: wish, priced } = judged
    const change = await writeChange(tx, { orderId, kind: 'upgrades', by: ask.by, wish, hash, priced, now })
    return { order, change, priced, lastNo, holdIds: [] }
  },
  seat: () => Promise.resolve(),
  canBeOwed: isPaidInPart,
})
