import { z } from 'zod'
import { OrderChannel, OrderStatus } from './enums.ts'
import { Id } from './primitives.ts'

/** The status of orders with a cancelled departure whose buyer has not chosen yet. */
export const WAITING_FOR_ANSWER = 'waiting_for_answer'

/** The days on which orders fly, counted from today. */
export const FLYING_DAYS = {
  today: { first: 0, last: 0 },
  tomorrow: { first: 1, last: 1 },
  week: { first: 0, last: 6 },
} as const
export type FlyingDay = keyof typeof FLYING_DAYS

/** What narrows the staff's list of orders, apart from a typed text. */
export const orderFilterFields = {
  status: z.enum([...OrderStatus.options, WAITING_FOR_ANSWER]),
  flies: z.enum(Object.keys(FLYING_DAYS) as FlyingDay[]),
  channel: OrderChannel,
  weights: z.literal('missing'),
  /** Sold today by whoever asks, on the phone or at the counter. */
  sold: z.literal('me_today'),
  /** Something was given back since Monday. */
  refunded: z.literal('week'),
}
export const OrderListFilter = z.strictObject(orderFilterFields).partial()

/** The most filters that one person keeps. */
export const MOST_SAVED_FILTERS = 12
export const FILTER_NAME_LENGTH = 40

const name = z
  .string({ error: 'This field is required' })
  .trim()
  .min(1, 'This field is required')
  .max(FILTER_NAME_LENGTH, `Write at most ${String(FILTER_NAME_LENGTH)} characters`)

/**
 * A filter of the list of orders that a member of staff keeps. A typed text is not part of it,
 * because it is mostly the name or the address of a customer.
 */
export const SavedFilter = z.object({ id: Id, name: z.string(), filter: OrderListFilter })
export const SavedFilterRequest = z.object({
  saved_filter: z.object({
    name,
    filter: OrderListFilter.refine((filter) => Object.values(filter).some((value) => value !== undefined), {
      error: 'Choose at least one thing to narrow the list by',
    }),
  }),
})
/** `PATCH /v1/saved_filters/{id}`: a filter gets another name. */
export const SavedFilterChange = z.object({ saved_filter: z.object({ name: name.optional() }) })
export const SavedFilterReply = z.object({ saved_filter: SavedFilter })

export type OrderListFilter = z.infer<typeof OrderListFilter>
export type SavedFilter = z.infer<typeof SavedFilter>
