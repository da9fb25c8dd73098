import { randomUUID } from 'node:crypto'
import { GuestQuoteReply } from '#contract/added-guests.ts'
import { type Order } from '#contract/order.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type GuestPart, guestsOf, readGuestChoice } from './guest-choice.ts'

/**
 * Whom an order can take along, and the price of the chosen guests; undefined for orders without a
 * flight, before they are paid, and where the service cannot add guests.
 */
export async function loadGuestPart(
  visit: Visit,
  order: Order,
  query: URLSearchParams,
): Promise<GuestPart | undefined> {
  const choice = readGuestChoice(query)
  const { userApi, specOnly } = visit
  if (!userApi || specOnly || order.kind === 'gift_cards' || order.completed_at === null) return undefined
  const flight_id = choice.flight ?? order.flights[0]?.flight_id
  const body = {
    guests: guestsOf(choice),
    apply_user_credit: choice.useCredit,
    ...(flight_id === undefined ? {} : { flight_id }),
  }
  const result = await userApi.post(`/v1/orders/${String(order.id)}/guest_quotes`, GuestQuoteReply, { body })
  if (!result.ok) return undefined
  return {
    quote: result.data.guest_quote,
    choice,
    formKey: randomUUID(),
    joined: query.has('joined'),
  }
}

/** Guests are chosen, and can be added now. */
export const canJoin = (part: GuestPart | undefined): part is GuestPart =>
  part !== undefined && part.quote.open && part.quote.message === null && guestsOf(part.choice).length > 0
