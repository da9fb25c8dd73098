import { RESCHEDULE_FEE_TEXT as fee } from '#contract/reschedule-fee.ts'
import { type LineRule } from './line-rule.ts'
import { type QuantityType } from './pricing-facts.ts'

const UNIT = { seat: 'a seat', flight: 'a whole aircraft' } as const
const SALE = ', lowered by the sale that is running'

/** The explanation of a price and of the same price during a sale, by way of buying. */
const priced = <Q extends QuantityType>(type: Q) =>
  ({
    [`${type}_price:departure`]: `This departure has its own price for ${UNIT[type]}.`,
    [`${type}_price:departure:campaign`]: `This departure has its own price for ${UNIT[type]}${SALE}.`,
    [`${type}_price:fare`]: `This is the price of ${UNIT[type]} in the fare of this departure.`,
    [`${type}_price:fare:campaign`]: `This is the price of ${
      UNIT[type]
    } in the fare of this departure${SALE}.`,
    [`${type}_price:product`]: `This is the flight’s usual price for ${UNIT[type]}.`,
    [`${type}_price:product:campaign`]: `This is the flight’s usual price for ${UNIT[type]}${SALE}.`,
    [`gift_purchase:${type}`]:
      `This is what a gift card of this fare costs today. It pays for ${UNIT[type]}, whatever ` +
      'that costs later.',
    [`gift_purchase:${type}:campaign`]:
      `This is what a gift card of this fare costs today${SALE}. It pays for ${UNIT[type]}, ` +
      'whatever that costs later.',
    [`gift_card:${type}`]: `A gift card pays for ${UNIT[type]} in full, whatever was paid for the card.`,
  }) as Record<Extract<LineRule, `${Q}_price:${string}` | `gift_${string}:${Q}${string}`>, string>

const LIMITED = 'This fee is what the gift card named when it was made, whatever the fee is today.'
const WAIVED = ', except for what was paid with the gift card'

const SENTENCES: Record<LineRule, string> = {
  ...priced('seat'),
  ...priced('flight'),
  second_seat:
    'A passenger who is heavier than one seat may hold sits on two. The second one costs what ' +
    'a seat costs and carries no fees.',
  'second_seat:campaign':
    'A passenger who is heavier than one seat may hold sits on two. The second one costs what ' +
    `a seat costs${SALE}, and carries no fees.`,
  'upgrade:flat':
    'This extra has a fixed price; how many you need follows from your party, or from your choice.',
  'upgrade:percent': 'This extra costs a percentage of the price of your flight.',
  'reschedule_fee:early':
    `Moving a flight costs ${fee.early}, or ${fee.late} when the flight you give up leaves in under ` +
    `${fee.before}.`,
  'reschedule_fee:late':
    `Moving a flight costs ${fee.late} when the flight you give up leaves in under ${fee.before}, ` +
    `else ${fee.early}.`,
  'difference:seat': 'What a seat on the new flight costs more than yours did, both by list price.',
  'difference:flight': 'What a whole aircraft costs more at the new time than yours did, both by list price.',
  prize: 'You won this extra, so it is free this time.',
  'discount:amount':
    'The code takes a fixed amount off flight and extras that no gift card pays, but not off fees.',
  'discount:percent':
    'The code takes a percentage off flight and extras that no gift card pays, but not off fees.',
  'fee:flat': 'This fee is charged once for the whole order.',
  'fee:flat:waived': 'This fee was paid with the gift card.',
  'fee:flat:limited': LIMITED,
  'fee:flat_per_seat:limited': LIMITED,
  'fee:percent:limited': LIMITED,
  'fee:percent_per_seat:limited': LIMITED,
  'fee:flat_per_seat': 'This fee is charged for every seat, or for every aircraft that is booked whole.',
  'fee:flat_per_seat:waived': `This fee is charged for every seat or whole aircraft${WAIVED}.`,
  'fee:percent':
    'This fee is a percentage of the price of the flight before any discount; extras do not count.',
  'fee:percent:waived': `This fee is a percentage of the price of the flight before any discount${WAIVED}.`,
  'fee:percent_per_seat':
    'This fee is a percentage of the price of each seat or whole aircraft, before any discount.',
  'fee:percent_per_seat:waived':
    'This fee is a percentage of the price of each seat or whole aircraft, before any ' +
    `discount${WAIVED}.`,
  'tax:terminal':
    'The tax of the place you leave from, on everything above that gift cards and codes did not take off.',
  voucher: 'The voucher pays up to what flight, extras and fees come to; what is left of it stays on it.',
  minimum_charge: 'Cards cannot be charged less than 50 cents, so we do not ask for the rest.',
}

/**
 * Explains in one sentence why a line of the breakdown exists and how its amount came about, for
 * shoppers and staff.
 */
export function explainLine({ rule }: { rule: string }): string {
  if (isLineRule(rule)) return SENTENCES[rule]
  return 'This line was priced by a rule that is no longer in use.'
}

const isLineRule = (rule: string): rule is LineRule => Object.hasOwn(SENTENCES, rule)
