import { createRefuse } from '../http/refuse.ts'
import { SEAT_TYPE_SENTENCES, type SeatTypeProblem } from '../rules/pricing/seat-groups.ts'
import { type Refusal } from '../http/refusal.ts'
import { DIVISION_SENTENCES, type DivisionProblem } from './divide-cart.ts'

const aboutTypes = (problem: SeatTypeProblem): Refusal => ({
  status: 422,
  fields: { passenger_types: [SEAT_TYPE_SENTENCES[problem]] },
})

/** The fields of a quote; an order has its own names for them. */
const DIVISION_FIELDS = { flights: 'second_departure', types: 'passenger_types', weights: 'weights' } as const

const aboutDivision = (problem: DivisionProblem): Refusal => {
  const { field, text } = DIVISION_SENTENCES[problem]
  return { status: 422, fields: { [DIVISION_FIELDS[field]]: [text] } }
}

/** Requests that cannot be priced. */
export const pricingRefusals = {
  brand_unknown: { status: 422, fields: { brand_id: ['There is no such brand'] } },
  departure_unknown: { status: 422, fields: { departure_id: ['There is no such departure'] } },
  not_sold_by_brand: { status: 422, fields: { brand_id: ['This flight is not sold by this brand'] } },
  not_flying_then: { status: 422, fields: { depart_at: ['This departure does not fly at that time'] } },
  quantity_missing: { status: 422, fields: { quantity: ['Please input a quantity'] } },
  not_sold_by_seat: { status: 422, fields: { quantity_type: ['This flight is sold whole only'] } },
  not_sold_whole: { status: 422, fields: { quantity_type: ['This flight is sold by the seat only'] } },
  upgrade_unknown: { status: 422, fields: { upgrades: ['This upgrade is not offered with this flight'] } },
  upgrade_twice: { status: 422, fields: { upgrades: ['Each upgrade can be chosen once'] } },
  type_unknown: aboutTypes('type_unknown'),
  type_twice: aboutTypes('type_twice'),
  types_of_whole_aircraft: aboutTypes('types_of_whole_aircraft'),
  more_types_than_seats: aboutTypes('more_types_than_seats'),
  adult_needed: aboutTypes('adult_needed'),
  not_together: aboutDivision('not_together'),
  children_apart: aboutDivision('children_apart'),
  part_too_large: aboutDivision('part_too_large'),
  part_too_heavy: aboutDivision('part_too_heavy'),
  price_changed: {
    status: 409,
    code: 'price_changed',
    error: 'The price has changed. Please check the new total before you go on.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(pricingRefusals)
