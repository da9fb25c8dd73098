import { GiftCardsReply } from '#contract/tenders.ts'
import { type Random } from '#api/platform/demo-season/random.ts'
import { type Account } from '../support/give-tenders.ts'
import { comeAsCustomer, comeAsGuest } from './arrivals.ts'
import { placeOrder } from './buyers.ts'
import { payOrder } from './paying.ts'
import { read, type World } from './world.ts'

/** The fares of The New Yorker and of two other products. */
const FARES = [61, 62, 63]

/** Somebody buys gift cards, for themselves or straight to a friend, now or on a later day. */
export async function buyGiftCards(
  world: World,
  accounts: readonly Account[],
  random: Random,
): Promise<void> {
  const account = random.pick(accounts)
  const buyer = random.chance(0.7) ? await comeAsCustomer(world, account) : await comeAsGuest(world, random)
  const friend = random.pick(accounts)
  const order = await placeOrder(
    world,
    buyer,
    random,
    {
      brand_id: 1,
      order_item_gift_cards_attributes: [
        {
          fare_id: random.pick(FARES),
          quantity: random.between(1, 2),
          ...(random.chance(0.4) ? { recipient_email: friend.email, message: 'Fly with me' } : {}),
        },
      ],
    },
    'gift cards ordered',
  )
  world.later(random.between(1, 8), 'pay gift cards', (own) => payOrder(world, buyer, own, order))
  if (!buyer.account) return
  world.later(random.between(60, 1500), 'share a gift', (own) => shareGift(world, account, accounts, own))
}

/** The owner of a gift card sends it to a friend. */
export async function shareGift(
  world: World,
  owner: Account,
  accounts: readonly Account[],
  random: Random,
): Promise<void> {
  const { token } = await comeAsCustomer(world, owner)
  const { gift_cards: cards } = read(await world.call('GET', '/v1/gift_cards', { token }), GiftCardsReply)
  const card = cards.find(({ status, last_emailed_to: away }) => status === 'available' && away === null)
  const friend = random.pick(accounts)
  if (!card || friend.email === owner.email) return
  await world.call('POST', '/v1/gift_cards/share', {
    token,
    kind: 'gift shared',
    body: { gift_card_ids: [card.id], recipient: friend.email, message: 'For you' },
  })
}
