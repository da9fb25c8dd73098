import { RebookingOfferReply } from '#contract/call-off.ts'
import { WaitlistOfferReply } from '#contract/waitlist.ts'
import { type Random } from '#api/platform/demo-season/random.ts'
import { comeAsGuest } from './arrivals.ts'
import { finishLater, placeOrder } from './buyers.ts'
import { read, type World } from './world.ts'

/** People who read their mails and press the links in them. */
export interface MailReaders {
  /** Reads what arrived since the last time. */
  readNew(): void
}

export function createMailReaders(world: World): MailReaders {
  let read = 0
  const opened = new Set<string>()
  /** Plans a reaction to the first mail with a link. */
  const react = (
    text: string,
    link: RegExp,
    [soonest, latest]: readonly [number, number],
    act: (token: string, random: Random) => Promise<void>,
  ) => {
    const token = link.exec(text)?.[1]
    if (token === undefined || opened.has(token)) return
    opened.add(token)
    const minutes = world.random.between(soonest, latest)
    world.later(minutes, 'read a mail', (random) => act(token, random))
  }
  return {
    readNew: () => {
      const { received } = world.mails
      for (const { text } of received.slice(read)) {
        react(text, /\/waitlist\/offers\/([\w-]+)/, [1, 60], (token, random) =>
          takeOffer(world, token, random),
        )
        react(text, /\/reschedule-credits\/([\w.-]+)\/claim/, [5, 1500], (token, random) =>
          answerRebooking(world, token, random),
        )
        react(text, /\/gifts\/([\w-]+)/, [5, 600], async (token) => {
          await world.call('POST', `/v1/gifts/${token}/open`, { body: {}, kind: 'gift opened' })
        })
      }
      read = received.length
    },
  }
}

/** Seats came free: they are bought, declined, or left until the offer ends. */
async function takeOffer(world: World, token: string, random: Random): Promise<void> {
  const answer = await world.call('GET', `/v1/waitlist_offers/${token}`)
  const { waitlist_offer: offer } = read(answer, WaitlistOfferReply)
  world.count('waitlist offer read', 'done')
  if (offer.state !== 'open') return
  const choice = random.weigh([
    ['take', 6],
    ['decline', 2],
    ['leave', 2],
  ] as const)
  if (choice === 'leave') return
  if (choice === 'decline') {
    const path = `/v1/waitlist_offers/${token}/decline`
    await world.call('POST', path, { body: {}, kind: 'waitlist offer declined' })
    return
  }
  const buyer = await comeAsGuest(world, random)
  const { departure_id, depart_at } = offer.flight
  const item = { departure_id, depart_at, quantity: offer.quantity }
  const order = await placeOrder(
    world,
    buyer,
    random,
    {
      brand_id: offer.brand_id ?? 1,
      order_item_seats_attributes: [item],
      passengers_attributes: Array.from({ length: offer.quantity }, () => ({
        full_name: 'Ada Lind',
        weight: 160,
      })),
      waitlist_offer: token,
    },
    'waitlist offer taken',
  )
  finishLater(world, buyer, random, order)
}

/** A departure was called off: they fly at another time, take a voucher, or their money. */
async function answerRebooking(world: World, token: string, random: Random): Promise<void> {
  const answer = await world.call('GET', `/v1/reschedule_claims/${token}`)
  const { reschedule_claim: offer } = read(answer, RebookingOfferReply)
  if (offer.state !== 'open' || random.chance(0.25)) return
  const [alternative] = offer.alternatives
  const choices = [
    ...(alternative ? [{ choice: 'alternative', alternative_id: alternative.id }] : []),
    ...(offer.voucher_amount === null ? [] : [{ choice: 'voucher', amount: offer.voucher_amount }]),
    ...(offer.refund ? [{ choice: 'refund', amount: offer.refund.amount }] : []),
  ]
  if (choices.length === 0) return
  const reschedule_claim = random.pick(choices)
  await world.call('POST', `/v1/reschedule_claims/${token}/answer`, {
    body: { reschedule_claim },
    kind: `rebooked: ${reschedule_claim.choice}`,
  })
}
