import { z } from 'zod'
import { type Order } from '#contract/order.ts'
import { RefundReply, type Refund } from '#contract/refund.ts'
import { type Account, giveCredit, giveGiftCard, giveVoucher, openAccount } from './give-tenders.ts'
import { type PayingShop } from './paying-shop.ts'
import { type Answer } from './test-api.ts'

/** The tenders that pay for an order beside the card. */
export interface Mix {
  seats?: number
  /** The photo set with the seats: 49 dollars for two. */
  photos?: boolean
  code?: string
  /** Gift cards, and whether their fees were paid when they were bought. */
  gifts?: { waived?: boolean }[]
  /** The amount of each voucher in cents. */
  vouchers?: number[]
  /** The amount in dollars. */
  credit?: number
  card?: string
}

export interface Sold {
  buyer: Account
  order: Order
}

/**
 * An order of "The New Yorker" that a customer with an account has paid, first with tenders and the
 * rest with a card.
 */
export async function sellOrder(shop: PayingShop, mix: Mix = {}): Promise<Sold> {
  return (await readyToBuy(shop, mix))()
}

/**
 * Gives the customer the tenders that pay beside the card.
 * @returns a function that places the order and pays it
 */
export async function readyToBuy(shop: PayingShop, mix: Mix = {}): Promise<() => Promise<Sold>> {
  const who = await openAccount(shop.deps)
  const { rows } = await shop.deps.database.query('select id from fees order by id')
  const feeIds = rows.map(({ id }) => Number(id))
  const giftCards: number[] = []
  for (const { waived } of mix.gifts ?? []) {
    const pendingFeeIds = waived ? feeIds : []
    giftCards.push((await giveGiftCard(shop.deps, who.userId, { pendingFeeIds, valueCents: 20_900 })).id)
  }
  const vouchers: string[] = []
  for (const valueCents of mix.vouchers ?? []) {
    vouchers.push((await giveVoucher(shop.deps, who.userId, { valueCents })).code)
  }
  if (mix.credit) await giveCredit(shop.deps, who.userId, mix.credit)
  return () => buy(shop, mix, who, { giftCards, vouchers })
}

async function buy(
  shop: PayingShop,
  mix: Mix,
  who: Account,
  { giftCards, vouchers }: { giftCards: number[]; vouchers: string[] },
): Promise<Sold> {
  const order = await shop.order(who.token, mix.seats ?? 1, undefined, {
    ...(mix.code ? { discount_code_code: mix.code } : {}),
    ...(mix.photos ? { order_item_upgrades_attributes: [{ upgrade_id: 1 }] } : {}),
  })
  const tenders = { gift_cards: giftCards, vouchers, apply_user_credit: mix.credit !== undefined }
  const stripe_payment = {
    stripe_source: mix.card ?? 'pm_card_visa',
    return_url: 'http://shop.test/order-confirmation',
  }
  const body = { payment: { order_id: order.id, ...tenders, stripe_payment } }
  const paid = await shop.call('POST', '/v1/payments', { token: who.token, body })
  if (paid.status !== 201) throw new Error(`not paid: ${JSON.stringify(paid.body)}`)
  return { buyer: who, order: await shop.read(who.token, order) }
}

/**
 * Requests a refund. Unless the request names the passengers who stay home, the last ones of the
 * booking do.
 */
export async function requestRefund(
  shop: Pick<PayingShop, 'call'>,
  token: string,
  orderId: number,
  wish: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const named = 'passenger_ids' in wish ? {} : await nameLast(shop, token, orderId, wish)
  return shop.call('POST', '/v1/refunds', {
    token,
    headers,
    body: { refund: { order_id: orderId, reason: 'For a test', ...wish, ...named } },
  })
}

const Lines = z.object({ lines: z.array(z.object({ position: z.number(), quantity: z.number() })) })
const Flying = z.object({
  passengers: z.array(z.object({ id: z.number(), flight_id: z.number().nullable() })),
})

async function nameLast(
  shop: Pick<PayingShop, 'call'>,
  token: string,
  orderId: number,
  wish: Record<string, unknown>,
): Promise<{ passenger_ids?: number[] }> {
  const count = Lines.safeParse(wish).data?.lines.find(({ position }) => position === 0)?.quantity ?? 0
  if (count < 1) return {}
  const path = `/v1/passengers?order_id=${String(orderId)}&stays_home=false&page_size=100`
  const listed = Flying.safeParse((await shop.call('GET', path, { token })).body)
  const on = wish['flight_id']
  const flying = (listed.data?.passengers ?? []).filter((one) => on === undefined || one.flight_id === on)
  return flying.length > count ? { passenger_ids: flying.slice(-count).map(({ id }) => id) } : {}
}

/** Reads a refund: its amount, and where it went, such as "card 175". */
export function readRefund(answer: Answer): { refund: Refund; amount: number; to: string[] } {
  if (answer.status !== 201) throw new Error(`not refunded: ${JSON.stringify(answer.body)}`)
  const { refund } = RefundReply.parse(answer.body)
  const to = refund.to.map(({ kind, amount }) => `${kind} ${String(amount)}`)
  return { refund, amount: refund.amount, to }
}
