import { type DiscountRefusal } from './discount-refusal.ts'

const REASONS: Record<DiscountRefusal, string> = {
  unknown: 'There is no code with these letters. Please look for a typing error.',
  internal: 'There is no code with these letters. Please look for a typing error.',
  not_published: 'This code is not in force today.',
  not_redeemable: 'This code has been switched off.',
  used_up: 'This code has been used as often as it may be.',
  other_brand: 'This code belongs to another of our shops.',
  other_product: 'This code is for other flights than the one you chose.',
  not_for_seats: 'This code is for whole flights only, and you are buying seats.',
  not_for_flights: 'This code is for single seats only, and you are buying a whole flight.',
  sunset:
    'Sunset departures take only a few codes, and this is none of them. An earlier departure may take it.',
  focus_flight: 'Focus flights take only a few codes, and this is none of them. Another flight may take it.',
  campaign_running: 'A sale has lowered the price already, and this code does not go with it.',
}

/**
 * Explains a refusal in one or two plain sentences below it. An internal code reads as if it did
 * not exist.
 */
export const explainDiscountRefusal = (refusal: DiscountRefusal): string => REASONS[refusal]
