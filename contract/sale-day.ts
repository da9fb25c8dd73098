import { z } from 'zod'
import { AvailableDeparture } from './availability.ts'
import { DayStatus, QuantityType } from './enums.ts'
import { Id, LocalDate } from './primitives.ts'
import { PartyWeights } from './quote.ts'

/** The most days of one reply: a month and the days around it. */
export const MOST_SALE_DAYS = 42

/**
 * `POST /v1/sale_days`: what staff can sell of a product on a day and on the days around it. It
 * writes nothing; weights are personal data and belong in a body.
 */
export const SaleDayRequest = z.object({
  sale_day: z.object({
    product_id: Id,
    selling_brand_id: Id.optional(),
    /** The day whose departures are listed. */
    date: LocalDate,
    /** The first of the days that are summed up; the day itself by default. */
    from_date: LocalDate.optional(),
    days: z.number().int().min(1).max(MOST_SALE_DAYS).default(8),
    /** Lists the first of the days, from `date` on, that is still sold to the party, if one is. */
    first_open: z.boolean().default(false),
    quantity_type: QuantityType.default('seat'),
    quantity: z.number().int().min(1, 'Please input a quantity').max(60).default(1),
    weights: PartyWeights,
  }),
})

export const SaleDay = z.object({
  product_id: Id,
  date: LocalDate,
  timezone_label: z.string(),
  /** The counted weight of the party: stated weights, and the assumed one for everybody else. */
  party_lbs: z.number().int(),
  days: z.array(
    z.object({
      date: LocalDate,
      status: DayStatus,
      /** The seats left on departures that are still sold, or the whole aircraft. */
      left: z.number().int(),
    }),
  ),
  departures: z.array(
    AvailableDeparture.extend({
      /** The weight that the departure can still take, in the steps in which it is sold. */
      payload_left_lbs: z.number().int(),
      /** By how much the party is too heavy; 0 when weight is not what keeps it. */
      over_lbs: z.number().int(),
      /** How many of the seats that are left are not offered to shoppers. */
      held_back: z.number().int(),
    }),
  ),
})
export const SaleDayReply = z.object({ sale_day: SaleDay })

export type SaleDay = z.infer<typeof SaleDay>
export type SaleDayRequest = z.input<typeof SaleDayRequest>
