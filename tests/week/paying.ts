import { GiftCardsReply, VouchersReply } from '#contract/tenders.ts'
import { type Order } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { type Random } from '#api/platform/demo-season/random.ts'
import { type Buyer } from './arrivals.ts'
import { read, type World } from './world.ts'

const RETURN_URL = 'http://shop.test/order-confirmation'

type Way = 'card' | 'declined card' | 'bank confirms' | 'hosted page' | 'hosted page after a decline'

/** Pays an order in one of the ways that the shop has, first with what the buyer's account holds. */
export async function payOrder(world: World, buyer: Buyer, random: Random, order: Order): Promise<void> {
  const way = random.weigh<Way>([
    ['card', 55],
    ['declined card', 8],
    ['bank confirms', 10],
    ['hosted page', 20],
    ['hosted page after a decline', 7],
  ])
  const tenders = await readTenders(world, buyer, random)
  const pay = (how: Record<string, unknown>, kind: string) =>
    world.call('POST', '/v1/payments', {
      token: buyer.token,
      kind,
      body: {
        payment: { order_id: order.id, ...tenders, stripe_payment: { return_url: RETURN_URL, ...how } },
      },
    })
  switch (way) {
    case 'card':
      await pay({ stripe_source: 'pm_card_visa' }, 'paid by card')
      return
    case 'declined card': {
      await pay({ stripe_source: 'pm_card_visa_chargeDeclined' }, 'paid by a card without money')
      if (random.chance(0.7)) await pay({ stripe_source: 'pm_card_mastercard' }, 'paid by card')
      return
    }
    case 'bank confirms': {
      const answer = await pay({ stripe_source: 'pm_card_threeDSecure2Required' }, 'bank asked')
      const [payment] = read(answer, PaymentsReply).payments
      if (payment?.requires_action) confirmLater(world, random, payment)
      return
    }
    default: {
      const [payment] = read(await pay({ hosted: true }, 'hosted page opened'), PaymentsReply).payments
      if (payment?.redirect_url) visitLater(world, random, payment, way !== 'hosted page')
    }
  }
}

/** The bank's app is opened within minutes, or so late that the seats are gone. */
function confirmLater(world: World, random: Random, payment: Payment): void {
  if (random.chance(0.1)) return
  const minutes = random.chance(0.75) ? random.between(1, 8) : random.between(15, 240)
  world.later(minutes, 'confirm at the bank', async (own) => {
    const outcome = own.chance(0.85) ? 'complete' : 'fail'
    await sendForm(world, payment.redirect_url, { outcome }, `bank confirmed: ${outcome}`)
  })
}

/** The hosted page is paid within minutes, long after it was opened, or never. */
function visitLater(world: World, random: Random, payment: Payment, declinedFirst: boolean): void {
  if (random.chance(0.12)) return
  const minutes = random.chance(0.8) ? random.between(1, 12) : random.between(15, 180)
  world.later(minutes, 'pay the hosted page', async () => {
    const send = (number: string, kind: string) =>
      sendForm(
        world,
        payment.redirect_url,
        { number, expiry: '12 / 30', cvc: '123', email: 'a@example.com' },
        kind,
      )
    if (declinedFirst) await send('4000000000000002', 'hosted page declined')
    await send('4242424242424242', 'hosted page paid')
  })
}

async function sendForm(
  { sandbox, count }: World,
  url: string | null,
  fields: Record<string, string>,
  kind: string,
): Promise<void> {
  const request = new Request(url ?? '', { method: 'POST', body: new URLSearchParams(fields) })
  const response = await sandbox.pages(request)
  // The page says 402 when the bank declines, which is what is wanted of that card.
  const isOver = response === undefined || (response.status >= 400 && response.status !== 402)
  count(kind, isOver ? 'refused' : 'done', isOver ? String(response?.status) : undefined)
}

/** Gift cards, vouchers and credit of the buyer's account, of which some remember to use them. */
async function readTenders(world: World, { token, account }: Buyer, random: Random) {
  if (!account || random.chance(0.4)) return {}
  const options = { token }
  const cards = read(await world.call('GET', '/v1/gift_cards', options), GiftCardsReply).gift_cards
  const vouchers = read(await world.call('GET', '/v1/vouchers', options), VouchersReply).vouchers
  const card = cards.find(({ status, last_emailed_to: away }) => status === 'available' && away === null)
  const voucher = vouchers.find(({ status, code }) => status === 'available' && code !== null)
  const useCard = card !== undefined && random.chance(0.6)
  return {
    ...(useCard ? { gift_cards: [card.id] } : {}),
    ...(voucher?.code ? { vouchers: [voucher.code] } : {}),
    ...(random.chance(0.5) ? { apply_user_credit: true } : {}),
  }
}
