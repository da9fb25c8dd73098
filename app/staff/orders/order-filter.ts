import { z } from 'zod'
import { type OrderCounts } from '#contract/order-list.ts'
import {
  FLYING_DAYS,
  type OrderListFilter,
  orderFilterFields,
  WAITING_FOR_ANSWER,
} from '#contract/saved-filter.ts'
import { addDays } from '../parts/add-days.ts'

/** The most orders of one file. */
export const MOST_IN_FILE = 1000

const { status, flies, channel, weights, sold, refunded } = orderFilterFields

/** The filters in the address of the list; what no page of ours sends counts as missing. */
export const OrderFilter = z.object({
  q: z
    .string()
    .default('')
    .transform((text) => text.trim().slice(0, 200)),
  status: status.optional().catch(undefined),
  flies: flies.optional().catch(undefined),
  channel: channel.optional().catch(undefined),
  weights: weights.optional().catch(undefined),
  sold: sold.optional().catch(undefined),
  refunded: refunded.optional().catch(undefined),
})
export type OrderFilter = z.output<typeof OrderFilter>

/** Whether a filter means days that depend on today. */
export const asksForDays = ({ flies, sold, refunded }: OrderFilter): boolean =>
  flies !== undefined || sold !== undefined || refunded !== undefined

/**
 * The query of `GET /v1/orders` for a filter.
 *
 * @param today the shop's; only filters with days need it
 */
export function toOrderQuery(
  { q, status, flies, channel, weights, sold, refunded }: OrderFilter,
  { date, monday }: Pick<OrderCounts, 'date' | 'monday'> = { date: '', monday: '' },
) {
  const days = flies === undefined ? undefined : FLYING_DAYS[flies]
  return {
    q,
    status: status === WAITING_FOR_ANSWER ? undefined : status,
    ...(status === WAITING_FOR_ANSWER ? { waiting_for_answer: 1 } : {}),
    channel,
    ...(weights === undefined ? {} : { weights_missing: 1 }),
    ...(sold === undefined ? {} : { sold_by_me: 1, placed_from: date }),
    ...(refunded === undefined ? {} : { refunded_from: monday }),
    ...(days ? { flies_from: addDays(date, days.first), flies_to: addDays(date, days.last) } : {}),
  }
}

/** A filter as the address of the list has it, without what is not set, in one order. */
export const toAddressFields = (filter: Partial<OrderFilter>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(OrderFilter.shape).flatMap((name) => {
      const value = filter[name as keyof OrderFilter]
      return value ? [[name, value]] : []
    }),
  )

/** The list with a filter. */
export function ordersHref(filter: Partial<OrderFilter>, path = '/staff/orders'): string {
  const query = new URLSearchParams(toAddressFields(filter)).toString()
  return query === '' ? path : `${path}?${query}`
}

/** What of a filter can be saved: everything but the typed text. */
export const toSavedFilter = (filter: OrderFilter): OrderListFilter =>
  toAddressFields({ ...filter, q: '' }) as OrderListFilter
