import { z } from 'zod'
import { isBooked } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import { type ApiResult } from '../visit/api-result.ts'
import { MailPassengerLink, passengerLinkShape, RenewPassengerLink } from './passenger-form.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** The passengers of a paid order, for its buyer; undefined if there is nothing to show. */
export async function loadPassengerParts(
  { userApi, specOnly }: Visit,
  order: Order,
): Promise<OrderPassengersReply | undefined> {
  const paid = isBooked(order.status)
  if (!userApi || specOnly || !paid || order.kind === 'gift_cards') return undefined
  const result = await userApi.get(`/v1/orders/${String(order.id)}/passengers`, OrderPassengersReply)
  return result.ok && result.data.passengers.length > 0 ? result.data : undefined
}

export type LinkChange =
  | { ok: true }
  /** `mail` is the form to send once more, where an address was typed. */
  | { ok: false; status: number; text: string; mail?: { passenger: number; answer: FormAnswer } }

/**
 * `renew` replaces a passenger's link, `mail` sends it.
 *
 * @returns the message for the buyer if it failed
 */
export async function changePassengerLink(
  { userApi }: Visit,
  orderId: string,
  form: FormData,
): Promise<LinkChange> {
  const named = parseForm(form, RenewPassengerLink)
  if (!userApi || named.status !== 'success') {
    return { ok: false, status: 404, text: 'We could not find this passenger.' }
  }
  const { passenger } = named.value
  const path = `/v1/orders/${orderId}/passengers/${String(passenger)}`
  if (readIntent(form) === 'renew') {
    const renewed = await userApi.post(`${path}/link`, z.undefined(), { body: {} })
    return renewed.ok ? { ok: true } : { ok: false, status: renewed.status, text: renewed.message }
  }
  const submission = parseForm(form, MailPassengerLink)
  const refuse = (status: number, refusal?: ApiResult<unknown> & { ok: false }): LinkChange => {
    const answer = refuseForm(passengerLinkShape(passenger), submission, refusal)
    return { ok: false, status, text: refusal?.message ?? '', mail: { passenger, answer } }
  }
  if (submission.status !== 'success') return refuse(422)
  const body = { email: submission.value.email }
  const mailed = await userApi.post(`${path}/mails`, z.undefined(), { body })
  return mailed.ok ? { ok: true } : refuse(mailed.status, mailed)
}
