import { z } from 'zod'
import {
  RebookingLinkReply,
  OrderRebookingOfferReply,
  type RebookingOffer,
  RebookingOfferReply,
} from '#contract/call-off.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type Order } from '#contract/order.ts'
import { isDepartureCancelled } from './cancellation-notice.tsx'
import { flightLines, describeDeadline } from '../waitlist/waitlist-text.ts'
import { readForm, readIntent, SentNumber, SentText } from '../ui/form/sent-values.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiClient, type ApiResult } from '../visit/api-result.ts'

/**
 * The rebooking offer behind a mailed link; undefined for an invalid link.
 *
 * @throws Response when the service does not answer
 */
export async function findRebookingOffer(api: ApiClient, token: string): Promise<RebookingOffer | undefined> {
  if (!isToken(token)) return undefined
  const result = await api.get(`/v1/reschedule_claims/${token}`, RebookingOfferReply)
  if (result.ok) return result.data.reschedule_claim
  if (result.status === 404) return undefined
  throw new Response(result.message, { status: result.status })
}

/** Notes that the page of an offer was shown; false for an invalid link. */
export async function noteOpenedOffer(api: ApiClient, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  return (await api.post(`/v1/reschedule_claims/${token}/openings`, z.unknown(), { body: {} })).ok
}

const isToken = (token: string) => /^[0-9a-f]{48}$/.test(token)

/**
 * The data that the pages of a rebooking offer share: the cancelled flight, and until when each
 * alternative can be chosen.
 */
export function formatRebookingTimes(offer: RebookingOffer, now: Date) {
  const formatDeadline = (instant: string, flight: RebookingOffer['flight']) =>
    describeDeadline(instant, flight, now)
  return {
    lines: flightLines(offer.flight),
    until: formatDeadline(offer.expires_at, offer.flight),
    heldUntil: Object.fromEntries(
      offer.alternatives.map((one) => [one.id, formatDeadline(one.held_until, one.flight)]),
    ),
  }
}

const ChoiceForm = z.object({ choice: SentText, voucher_amount: SentNumber, refund_amount: SentNumber })

/** The alternative that was chosen in the form; undefined if none or an unknown one was. */
export function readRebookingChoice(form: FormData): Record<string, unknown> | undefined {
  const sent = readForm(form, ChoiceForm)
  const [choice, id] = sent.choice?.split(':') ?? []
  if (choice === 'alternative') {
    const alternative = Number(id)
    return Number.isInteger(alternative) && alternative > 0
      ? { choice, alternative_id: alternative }
      : undefined
  }
  if (choice !== 'voucher' && choice !== 'refund') return undefined
  const amount = sent[`${choice}_amount`]
  return amount === undefined ? undefined : { choice, amount }
}

export type RebookingForm = { ok: true } | { ok: false; status: number; problem: string }

/** Submits the choice, or requests other departures. A refusal is shown on the updated page. */
export async function sendRebookingForm(
  api: ApiClient,
  path: `/v1/reschedule_claims/${string}` | `/v1/orders/${string}/reschedule_claim`,
  form: FormData,
): Promise<RebookingForm> {
  if (readIntent(form) === 'renew') {
    return toFormResult(await api.post(`${path}/alternatives`, RebookingOfferReply, { body: {} }))
  }
  const choice = readRebookingChoice(form)
  if (!choice) return { ok: false, status: 422, problem: 'Please choose what you would like' }
  return toFormResult(
    await api.post(`${path}/answer`, RebookingOfferReply, { body: { reschedule_claim: choice } }),
  )
}

const toFormResult = (result: ApiResult<unknown>): RebookingForm =>
  result.ok ? { ok: true } : { ok: false, status: result.status, problem: result.message }

/**
 * Mails the link again.
 *
 * @returns the errors by field, or undefined
 */
export async function requestRebookingLink(
  api: ApiClient,
  link: { order_number: string; email: string },
): Promise<{ status: number; errors: FieldErrors; message: string } | undefined> {
  const body = { reschedule_claim_link: link }
  const result = await api.post('/v1/reschedule_claim_links', RebookingLinkReply, { body })
  return result.ok ? undefined : result
}

/**
 * Where the buyer of an order with a cancelled departure chooses; undefined if there is no offer.
 */
export async function findRebookingHref(
  { userApi }: Pick<Visit, 'userApi'>,
  order: Order,
): Promise<string | undefined> {
  if (!userApi || !order.flights.some(isDepartureCancelled)) return undefined
  const result = await userApi.get(
    `/v1/orders/${String(order.id)}/reschedule_claim`,
    OrderRebookingOfferReply,
  )
  const token = result.ok ? result.data.reschedule_claim.token : null
  return token === null ? undefined : `/reschedule-credits/${token}/claim`
}
