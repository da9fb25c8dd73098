import { z } from 'zod'
import { AvailableDeparture } from './availability.ts'
import { QuantityType } from './enums.ts'
import { Dollars, Id, LocalDate } from './primitives.ts'
import { PartyWeights } from './quote.ts'

/**
 * `POST /v1/sale_grids`: everything that staff can sell to a party on a day, of all products and
 * brands. It writes nothing; weights are personal data and belong in a body.
 */
export const SaleGridRequest = z.object({
  sale_grid: z.object({
    /** The day by the calendar of each terminal. */
    date: LocalDate,
    /** The brand whose fees are included where it sells a product; other products have their own. */
    selling_brand_id: Id.optional(),
    quantity_type: QuantityType.default('seat'),
    quantity: z.number().int().min(1, 'Please input a quantity').max(60).default(1),
    weights: PartyWeights,
  }),
})

const GridDeparture = AvailableDeparture.extend({
  /** The weight that the departure can still take, in the steps in which it is sold. */
  payload_left_lbs: z.number().int(),
  /** By how much the party is too heavy; 0 when weight is not what keeps it. */
  over_lbs: z.number().int(),
  /** How many of the seats that are left are not offered to shoppers. */
  held_back: z.number().int(),
  /** What the whole party pays, with every fee and tax; null when it is not sold so or does not fit. */
  party_price_total: Dollars.nullable(),
  /** How many entries wait for the departure. */
  waiting: z.number().int(),
})

const GridRow = z.object({
  product_id: Id,
  product_name: z.string(),
  flight_duration_mins: z.number().int(),
  terminal_id: Id,
  terminal_name: z.string(),
  /** The brands that sell the product, and the one whose fees are in the prices. */
  brand_ids: z.array(Id),
  selling_brand_id: Id,
  /** How a party of this kind is sold: by seats or with the whole aircraft. */
  sold_as: QuantityType,
  departures: z.array(GridDeparture),
})

export const SaleGrid = z.object({
  date: LocalDate,
  /** The counted weight of the party: stated weights, and the assumed one for everybody else. */
  party_lbs: z.number().int(),
  /** The products that fly on the day, by terminal and then by name. */
  rows: z.array(GridRow),
})
export const SaleGridReply = z.object({ sale_grid: SaleGrid })

export type SaleGrid = z.infer<typeof SaleGrid>
export type GridRow = z.infer<typeof GridRow>
export type GridDeparture = z.infer<typeof GridDeparture>
export type SaleGridRequest = z.input<typeof SaleGridRequest>
