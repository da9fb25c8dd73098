import { type StaffAddGuestsFields } from '#contract/added-guests.ts'
import { type ApiDeps } from '../../deps.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { closeForNewPayment } from '../../payments/start-payment.ts'
import { toCents } from '../../rules/money/money.ts'
import { isTerminalSlipUsed } from '../../staff-sales/book-counter-payment.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { findOpenAttempt } from '../../store/payments/payment-attempts.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { changeByLink, type MailedChange } from '../change-by-link.ts'
import {
  payChangeInPerson,
  refuseChangePayment,
  StaffRefused,
  type StaffRefusal,
} from '../staff-change-payment.ts'
import { isAgreed, toGuestInput } from './add-guests.ts'
import { findAddedGuests } from './find-added-guests.ts'
import { judgeGuests } from './judge-guests.ts'
import {
  completeFreeGuests,
  completeInPersonGuests,
  type GuestsToOpen,
  openGuests,
  type OpenRefusal,
} from './open-guests.ts'

export type StaffGuestsResult =
  | { ok: true; changeId: number; link: MailedChange['link'] | null }
  | OpenRefusal
  | StaffRefusal
  | { ok: false; reason: 'payment_provider_unavailable' }

interface StaffAdding {
  order: OrderRow
  fields: StaffAddGuestsFields
  caller: SignedInCaller
  by: AuditBy
}

/**
 * Staff add guests to a party, until their own end of sales. What it costs is paid at the counter or
 * by a mailed link; for an order that is paid in part it is added to what is due.
 */
export async function addGuestsForCustomer(
  deps: ApiDeps,
  { order, fields, caller, by }: StaffAdding,
): Promise<StaffGuestsResult> {
  const { db } = deps.database
  const ask = toGuestInput(fields, caller, true)
  const claimCents = toCents(fields.updated_total_price)
  const claimed = { guests: ask.guests, flightId: ask.flightId, party: fields.party, claimCents }
  const done = await findAddedGuests(db, order, claimed)
  if (done !== undefined) return { ok: true, changeId: done, link: null }
  const judged = await judgeGuests(db, order, ask, { now: by.at })
  if (!judged.ok) return judged
  const { agreed } = judged
  if (!isAgreed(order, agreed, fields)) return { ok: false, reason: 'price_changed' }
  const { payment } = fields
  const dueCents = agreed.priced.amountDueCents ?? 0
  const wrong = await refuseChangePayment(deps, { order, payment, dueCents, by })
  if (wrong) return wrong
  const open = await findOpenAttempt(db, order.id)
  const stopped = open && (await closeForNewPayment(deps, open))
  if (stopped) return { ok: false, reason: stopped.ok ? 'price_changed' : 'payment_in_progress' }
  const { hash } = agreed
  const wanted: GuestsToOpen = {
    orderId: order.id,
    ask,
    hash,
    check: async (tx, { wish }) => {
      const later = payment?.method === 'link' ? { once_paid: true } : {}
      const before = { people: wish.party }
      const after = { people: wish.party + wish.guests.length, ...later }
      await writeAudit(tx, by, { resource: 'orders', id: order.id, before, after })
    },
  }
  try {
    if (payment?.method === 'link') {
      const { url = '', return_url: returnUrl = '' } = payment
      return await changeByLink<OpenRefusal>(deps, {
        ...{ order, hash, url, returnUrl, now: by.at },
        open: (input, also) => openGuests(deps, { ...wanted, also }, input),
      })
    }
    const added = payment
      ? await completeInPersonGuests(deps, wanted, payChangeInPerson(deps, payment, by))
      : await completeFreeGuests(deps, wanted)
    return added.ok ? { ok: true, changeId: added.change.id, link: null } : added
  } catch (error) {
    if (error instanceof StaffRefused) return error.refusal
    if (isTerminalSlipUsed(error)) return { ok: false, reason: 'slip_taken' }
    throw error
  }
}
