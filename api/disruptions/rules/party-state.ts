import { type WeatherPartyState } from '#contract/weather-day.ts'

/** What decides where a party stands. */
export interface PartyProgress {
  offer: 'open' | 'moved' | 'voucher' | 'refunded' | 'closed'
  isTold: boolean
  /** The state of the latest mail with the link; null without one. */
  mail: 'queued' | 'sent' | 'failed' | 'bounced' | null
  /** Alternatives that were ever held, and those held now. */
  everHeld: number
  heldNow: number
}

/** Where a party of a weather day stands; what staff have to do comes before waiting. */
export function findPartyState({ offer, isTold, mail, everHeld, heldNow }: PartyProgress): WeatherPartyState {
  if (offer !== 'open') return offer
  if (!isTold) return 'to_tell'
  if (mail === 'failed' || mail === 'bounced') return 'failed'
  if (mail === null || everHeld === 0) return 'to_call'
  return heldNow === 0 ? 'expired' : 'waiting'
}
