import { z } from 'zod'
import { OrderMailingKind, OrderMailingReply } from '#contract/order-mailing.ts'
import { Id } from '#contract/primitives.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { ConfirmedForm } from '../parts/confirmed-form.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { loadChosenOrders } from './chosen-orders.server.ts'
import { summariseMailing } from './mailing-words.ts'
import { OrderFilter, ordersHref } from './order-filter.ts'
import { type FilterDone } from './saved-filter-forms.ts'

const Kind = z.object({ kind: OrderMailingKind })
const Confirmed = ConfirmedForm.extend({ kind: OrderMailingKind, order: z.array(Id).min(1) })

/** Who of the chosen orders would get a mail, and who is left out. @throws Response 404, 503 */
export async function loadMailing(staff: StaffVisit, query: URLSearchParams) {
  const { kind } = requireForm(toForm(query), Kind)
  const back = ordersHref(readForm(query, OrderFilter))
  const orders = await loadChosenOrders(staff, query)
  const page = { kind, back, orders, formKey: crypto.randomUUID() }
  if (orders.length === 0) return { ...page, mailing: { kind, orders: [] } }
  const body = { order_mailing: { kind, order_ids: orders.map(({ id }) => id) } }
  const seen = await staff.userApi.post('/v1/order_mailing_previews', OrderMailingReply, { body })
  return { ...page, mailing: requireData(seen).order_mailing }
}

function toForm(query: URLSearchParams): FormData {
  const form = new FormData()
  for (const [name, value] of query) form.append(name, value)
  return form
}

type Sent = { to: string; done: FilterDone } | { to?: undefined; status: number; failure: string }

/** Sends the mails that the preview showed, once for each press. */
export async function sendMailing(
  { userApi }: StaffVisit,
  form: FormData,
  query: URLSearchParams,
): Promise<Sent> {
  const { kind, order, key } = requireForm(form, Confirmed)
  const body = { order_mailing: { kind, order_ids: order } }
  const sent = await userApi.post('/v1/order_mailings', OrderMailingReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  if (!sent.ok) return { status: sent.status, failure: sent.message }
  const text = summariseMailing(sent.data.order_mailing)
  return { to: ordersHref(readForm(query, OrderFilter)), done: { text } }
}
