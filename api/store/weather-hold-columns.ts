import { type StaffOnHold } from '#contract/weather-hold.ts'
import { weatherHolds } from '../db/schema/weather-holds.ts'

/** What staff read of the weather hold of a departure; null for one that is not on hold. */
export const weatherHoldColumns = { id: weatherHolds.id, decideAt: weatherHolds.decideAt }

export const presentOnHold = (hold: { id: number; decideAt: Date } | null): StaffOnHold | null =>
  hold && { weather_hold_id: hold.id, decide_at: hold.decideAt.toISOString() }
