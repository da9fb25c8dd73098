import { z } from 'zod'
import { OrderChannel, OrderStatus } from '#contract/enums.ts'
import { addDays } from '../parts/add-days.ts'

/**
 * The status in the list's address of orders with a cancelled departure whose buyer has not chosen
 * yet.
 */
export const WAITING_FOR_ANSWER = 'waiting_for_answer'

/** The most orders of one file. */
export const MOST_IN_FILE = 1000

/** The days in the list's address, with the last one counted from today. */
export const FLYING_DAYS = {
  today: { name: 'Today', first: 0, last: 0 },
  tomorrow: { name: 'Tomorrow', first: 1, last: 1 },
  week: { name: 'Next 7 days', first: 0, last: 6 },
} as const
export type FlyingDay = keyof typeof FLYING_DAYS
const flyingDays = Object.keys(FLYING_DAYS) as FlyingDay[]

/** The filters in the address of the list; what no page of ours sends counts as missing. */
export const OrderFilter = z.object({
  q: z
    .string()
    .default('')
    .transform((text) => text.trim().slice(0, 200)),
  status: z
    .enum([...OrderStatus.options, WAITING_FOR_ANSWER])
    .optional()
    .catch(undefined),
  flies: z.enum(flyingDays).optional().catch(undefined),
  channel: OrderChannel.optional().catch(undefined),
  weights: z.literal('missing').optional().catch(undefined),
})
export type OrderFilter = z.output<typeof OrderFilter>

/** The query of `GET /v1/orders` for a filter. */
export function toOrderQuery({ q, status, flies, channel, weights }: OrderFilter, today: string) {
  const days = flies === undefined ? undefined : FLYING_DAYS[flies]
  return {
    q,
    status: status === WAITING_FOR_ANSWER ? undefined : status,
    ...(status === WAITING_FOR_ANSWER ? { waiting_for_answer: 1 } : {}),
    channel,
    ...(weights === undefined ? {} : { weights_missing: 1 }),
    ...(days ? { flies_from: addDays(today, days.first), flies_to: addDays(today, days.last) } : {}),
  }
}
