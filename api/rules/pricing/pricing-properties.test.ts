import { describe, expect, test } from 'vitest'
import { PROPERTY_TIMEOUT } from '#tests/support/property-runs.ts'
import {
  checkEveryGiftSale,
  checkEverySale,
  checkEverySaleWith,
  type Sale,
} from '#tests/support/random-carts.ts'
import { explainLine, sumOf } from './price-lines.ts'
import { percentOf } from '../money/money.ts'
import { priceGiftCart } from '../gifts/price-gift-cart.ts'
import { type Cart } from './pricing-facts.ts'
import { MINIMUM_CHARGE_CENTS, priceCart, type PricedCart } from './pricing.ts'

/** The cart without discounts and tenders. */
const bareOf = ({ quantityType, quantity, passengerTypes, upgrades }: Cart): Cart => ({
  ...{ quantityType, quantity, passengerTypes, upgrades },
})
const dueOf = ({ facts, cart }: Sale) => priceCart(facts, cart).amountDueCents ?? 0
const sum = (amounts: { amountCents: number }[]) => amounts.reduce((all, one) => all + one.amountCents, 0)

function expectSound(priced: PricedCart, cart: Pick<Cart, 'vouchers' | 'creditCents'>) {
  const { totalCents, amountDueCents, creditsCents, tenders } = priced
  expect(totalCents).toBe(sumOf(priced.lines))
  expect(priced.subtotalCents + priced.feesCents + priced.taxCents - priced.discountCents).toBe(totalCents)
  expect(totalCents).toBeGreaterThanOrEqual(0)
  if (amountDueCents !== null) expect(amountDueCents).toBeGreaterThanOrEqual(MINIMUM_CHARGE_CENTS)
  const inMoney = creditsCents + (amountDueCents ?? 0)
  expect(inMoney).toBe(totalCents)
  const paid = sum(tenders.giftCards) + sum(tenders.vouchers) + inMoney
  expect(paid).toBe(priced.totalBeforeTendersCents)
  expect(creditsCents).toBeLessThanOrEqual(cart.creditCents ?? 0)
  for (const { id, amountCents } of tenders.vouchers) {
    const balance = cart.vouchers?.find((voucher) => voucher.id === id)?.balanceCents ?? 0
    expect(amountCents).toBeGreaterThan(0)
    expect(amountCents).toBeLessThanOrEqual(balance)
  }
}

describe('every priced cart', { timeout: PROPERTY_TIMEOUT }, () => {
  test('its lines sum to its total, its tenders pay it, and the amount due is null or at least 0.50', () => {
    checkEverySale(({ facts, cart }) => {
      const priced = priceCart(facts, cart)
      expectSound(priced, cart)
      expect(sum(priced.tenders.giftCards)).toBe(0 - sumOf(priced.lines, 'gift'))
      expect(sum(priced.tenders.vouchers)).toBe(0 - sumOf(priced.lines, 'voucher'))
    })
  })

  test('it keeps these rules with credit that covers almost the whole total', () => {
    checkEverySaleWith(60, ({ facts, cart }, missing) => {
      const plain = { ...cart, discount: null, creditCents: 0 }
      const creditCents = Math.max(0, priceCart(facts, plain).totalCents - missing)
      expectSound(priceCart(facts, { ...plain, creditCents }), { ...plain, creditCents })
    })
  })

  test('it keeps these rules with a voucher that covers almost the whole total', () => {
    checkEverySaleWith(60, ({ facts, cart }, missing) => {
      const { totalCents } = priceCart(facts, { ...cart, vouchers: [], creditCents: 0 })
      const vouchers = [{ id: 1, label: 'Voucher', balanceCents: Math.max(0, totalCents - missing) }]
      expectSound(priceCart(facts, { ...cart, vouchers }), { ...cart, vouchers })
    })
  })

  test('it keeps these rules with gift cards to buy, whose values sum to what was paid', () => {
    checkEveryGiftSale(({ facts, cart }) => {
      const priced = priceGiftCart(facts, cart)
      expectSound(priced, cart)
      const paid = Math.max(0, sumOf(priced.lines, 'gift_card', 'discount'))
      expect(priced.paidCents.reduce((all, one) => all + one, 0)).toBe(paid)
      expect(priced.paidCents).toHaveLength(cart.quantity)
    })
  })

  test('every line is its unit price times its quantity in whole cents, and has an explanation', () => {
    const unknown = explainLine({ rule: 'nobody knows' })
    checkEverySale(({ facts, cart }) => {
      for (const line of priceCart(facts, cart).lines) {
        expect(line.amountCents).toBe(line.unitCents * line.quantity)
        expect(Number.isSafeInteger(line.amountCents)).toBe(true)
        expect(explainLine(line)).not.toBe(unknown)
      }
    })
  })

  test('it has the same price after a round trip through JSON', () => {
    checkEverySale((sale) => {
      const { facts, cart } = JSON.parse(JSON.stringify(sale)) as Sale
      expect(priceCart(facts, cart)).toEqual(priceCart(sale.facts, sale.cart))
    })
  })
})

describe('passengers of several types', { timeout: PROPERTY_TIMEOUT }, () => {
  test('their lines are one seat for each of the party, the dearest first', () => {
    checkEverySale(({ facts, cart }) => {
      if (cart.quantityType === 'flight') return
      const lines = priceCart(facts, cart).lines.filter(({ kind }) => kind === 'seat')
      expect(lines.reduce((all, { quantity }) => all + quantity, 0)).toBe(cart.quantity)
      const prices = lines.map(({ unitCents }) => unitCents)
      expect(prices).toEqual(prices.toSorted((a, b) => b - a))
    })
  })

  test('they never pay more together than as many adults', () => {
    checkEverySale(({ facts, cart }) => {
      const { totalCents } = priceCart(facts, { ...bareOf(cart), passengerTypes: undefined })
      expect(priceCart(facts, bareOf(cart)).totalCents).toBeLessThanOrEqual(totalCents)
    })
  })
})

describe('changing one thing in a cart', { timeout: PROPERTY_TIMEOUT }, () => {
  test('removing a discount never lowers what all tenders pay or the total before credit', () => {
    checkEverySale(({ facts, cart }) => {
      const less = priceCart(facts, cart)
      const more = priceCart(facts, { ...cart, discount: null })
      expect(more.totalBeforeTendersCents).toBeGreaterThanOrEqual(less.totalBeforeTendersCents)
      const beforeCredit = { ...cart, creditCents: 0 }
      const without = priceCart(facts, { ...beforeCredit, discount: null }).totalCents
      expect(without).toBeGreaterThanOrEqual(priceCart(facts, beforeCredit).totalCents)
    })
  })

  test('one more gift card never raises the amount due', () => {
    checkEverySaleWith(7, ({ facts, cart }, mask) => {
      const pendingFeeIds = facts.fees.map(({ id }) => id).filter((id) => (mask >> id) % 2 === 1)
      const gift = { id: 99, label: 'Gift card', paidCents: 1, pendingFeeIds, unit: cart.quantityType }
      const giftCards = [...(cart.giftCards ?? []), gift]
      expect(dueOf({ facts, cart: { ...cart, giftCards } })).toBeLessThanOrEqual(dueOf({ facts, cart }))
    })
  })

  test('a seat paid with a gift card costs no more than the fees that the card names', () => {
    checkEverySaleWith(4_000, ({ facts, cart: { quantityType } }, most) => {
      const feeLimits = facts.fees.slice(1).map(({ id }) => ({ feeId: id, cents: most }))
      const gift = {
        id: 99,
        label: 'Gift card',
        paidCents: 1,
        pendingFeeIds: [],
        feeLimits,
        unit: quantityType,
      }
      const cart = { quantityType, quantity: 1, upgrades: [], giftCards: [gift] }
      const { totalCents, unitPriceCents } = priceCart(facts, cart)
      // A gift card cannot be redeemed for a seat that costs nothing.
      if (unitPriceCents > 0) expect(totalCents).toBeLessThanOrEqual(feeLimits.length * most)
    })
  })

  test('one more voucher never raises the amount due', () => {
    checkEverySaleWith(300_000, ({ facts, cart }, balanceCents) => {
      const vouchers = [...(cart.vouchers ?? []), { id: 99, label: 'Voucher', balanceCents }]
      expect(dueOf({ facts, cart: { ...cart, vouchers } })).toBeLessThanOrEqual(dueOf({ facts, cart }))
    })
  })

  test('more credit never raises the amount due', () => {
    checkEverySaleWith(300_000, ({ facts, cart }, more) => {
      const creditCents = (cart.creditCents ?? 0) + more
      expect(dueOf({ facts, cart: { ...cart, creditCents } })).toBeLessThanOrEqual(dueOf({ facts, cart }))
    })
  })

  test('one more seat or passenger never lowers the price', () => {
    checkEverySale(({ facts, cart }) => {
      const bare = bareOf(cart)
      const more = { ...bare, quantity: cart.quantity + 1 }
      expect(priceCart(facts, more).totalCents).toBeGreaterThanOrEqual(priceCart(facts, bare).totalCents)
    })
  })

  test('whole aircraft seat the whole party with no aircraft too many', () => {
    checkEverySale(({ facts, cart }) => {
      const { flightQuantity } = priceCart(facts, { ...cart, quantityType: 'flight' })
      expect(flightQuantity * facts.capacity).toBeGreaterThanOrEqual(cart.quantity)
      expect((flightQuantity - 1) * facts.capacity).toBeLessThan(cart.quantity)
    })
  })

  test('upgrades, prizes, codes, vouchers and credit never change a fee', () => {
    checkEverySale(({ facts, cart }) => {
      const { giftCards } = cart
      const bare = priceCart(facts, { ...bareOf(cart), upgrades: [], giftCards })
      expect(priceCart(facts, cart).feesCents).toBe(bare.feesCents)
    })
  })

  test('tax applies to fees and to what gift cards and codes leave', () => {
    checkEverySale(({ facts, cart }) => {
      const { lines, taxCents } = priceCart(facts, cart)
      const taxed = lines.filter(
        ({ kind, rule }) => kind !== 'tax' && kind !== 'voucher' && rule !== 'minimum_charge',
      )
      expect(taxCents).toBe(percentOf(sumOf(taxed), facts.taxBps))
    })
  })

  test('a campaign never raises the amount due', () => {
    checkEverySale(({ facts, cart }) => {
      const bare = bareOf(cart)
      const full = priceCart({ ...facts, campaignBps: 0 }, bare).totalCents
      expect(priceCart(facts, bare).totalCents).toBeLessThanOrEqual(full)
    })
  })
})
