import { type AvailableDeparture } from '#contract/availability.ts'
import { type WaitlistOffer, WaitlistOfferReply } from '#contract/waitlist.ts'
import { type HeldSeats } from '../selection/alternatives.ts'
import { describeDeadline } from './waitlist-text.ts'
import { type ShopSession } from '../visit/session.server.ts'
import { type ApiClient } from '../visit/api-result.ts'

/**
 * The offer whose seats the visitor went to pay for; sent along, so that they do not look occupied.
 */
export const findAcceptedOffer = (session: ShopSession): string | undefined => session.get('waitlistOffer')

/**
 * An offer behind a mailed link; undefined for an invalid link.
 *
 * @throws Response when the service does not answer
 */
export async function findOffer(api: ApiClient, token: string): Promise<WaitlistOffer | undefined> {
  if (!/^[\w-]{16,100}$/.test(token)) return undefined
  const result = await api.get(`/v1/waitlist_offers/${token}`, WaitlistOfferReply)
  if (result.ok) return result.data.waitlist_offer
  if (result.status === 404) return undefined
  throw new Response(result.message, { status: result.status })
}

/**
 * The pay page's text about an accepted offer for this departure: until when its seats are held, or
 * that it has expired.
 */
export async function describeAcceptedOffer(
  { session, api, now }: { session: ShopSession; api: ApiClient; now: Date },
  departure: AvailableDeparture,
): Promise<{ held?: HeldSeats; over?: string }> {
  const token = findAcceptedOffer(session)
  const offer = token && (await findOffer(api, token))
  if (!offer || offer.flight.departure_id !== departure.departure_id) return {}
  if (new Date(offer.flight.depart_at).getTime() !== new Date(departure.depart_at).getTime()) return {}
  if (offer.state === 'open') {
    const text = `Kept for you until ${describeDeadline(offer.expires_at, offer.flight, now)}.`
    return { held: { text, lastsMs: new Date(offer.expires_at).getTime() - now.getTime() } }
  }
  if (offer.flight.called_off) return { over: 'This flight is called off.' }
  if (offer.state === 'taken') return { over: 'These seats were taken with the same link.' }
  return { over: 'The time we kept these seats for you is over.' }
}
