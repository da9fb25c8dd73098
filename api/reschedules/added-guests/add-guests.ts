import { type AddGuestsFields } from '#contract/added-guests.ts'
import { type ApiDeps } from '../../deps.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { toCents } from '../../rules/money/money.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { beginChangePayment } from '../begin-change-payment.ts'
import { type ChangePayment } from '../continue-change-payment.ts'
import { findAddedGuests } from './find-added-guests.ts'
import { type AgreedGuests, type GuestInput, type GuestProblem, judgeGuests } from './judge-guests.ts'
import { completeFreeGuests, openGuests } from './open-guests.ts'

export type GuestsStart = ChangePayment | ({ ok: false } & GuestProblem)

interface Adding {
  order: OrderRow
  fields: AddGuestsFields
  by: SignedInCaller
}

export const toGuestInput = (
  fields: Pick<AddGuestsFields, 'guests' | 'flight_id' | 'apply_user_credit'>,
  by: SignedInCaller,
  forStaff = false,
): GuestInput => ({
  guests: fields.guests,
  flightId: fields.flight_id,
  useCredit: fields.apply_user_credit === true,
  by,
  forStaff,
})

/**
 * Adds guests to a paid order and takes the payment: on the provider's page, by card, or with credit.
 * Their seats are held meanwhile. An open payment for the same guests continues; one for another
 * change is closed at the provider first. A repeated call gets the first answer, so nobody pays twice.
 */
export async function addGuests(deps: ApiDeps, { order, fields, by }: Adding): Promise<GuestsStart> {
  const { db } = deps.database
  const ask = toGuestInput(fields, by)
  const claimCents = toCents(fields.updated_total_price)
  const claimed = { guests: ask.guests, flightId: ask.flightId, party: fields.party, claimCents }
  const done = await findAddedGuests(db, order, claimed)
  if (done !== undefined) return { ok: true, changeId: done, payment: null }
  const judged = await judgeGuests(db, order, ask, { now: deps.clock.now() })
  if (!judged.ok) return judged
  const { agreed } = judged
  if (!isAgreed(order, agreed, fields)) return { ok: false, reason: 'price_changed' }
  try {
    const wanted = { orderId: order.id, ask, hash: agreed.hash }
    return await beginChangePayment<Extract<GuestsStart, { ok: false }>>(
      deps,
      { order, fields, by },
      {
        hash: agreed.hash,
        amountDueCents: agreed.priced.amountDueCents,
        complete: () => completeFreeGuests(deps, wanted),
        open: (input) => openGuests(deps, wanted, input),
      },
    )
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

/** The caller saw this party and this price. */
export const isAgreed = (
  { totalCents }: OrderRow,
  { wish, priced }: AgreedGuests,
  { party, updated_total_price: claim }: Pick<AddGuestsFields, 'party' | 'updated_total_price'>,
): boolean => party === wish.party && toCents(claim) === totalCents + priced.totalCents
