import { productResource } from '../../catalogue/product-resources.ts'
import { makeWeatherHold } from '../../disruptions/weather-holds/make-weather-hold.ts'
import { changeRow } from '../../resources/write-rows.ts'
import { type Refused } from './drive-sales.ts'
import { deskOf, type SeasonShop, writerOf } from './season-shop.ts'
import { type HouseStep } from './steps.ts'

type Step<Kind extends HouseStep['kind']> = Extract<HouseStep, { kind: Kind }>

/** Departures of a terminal wait for the weather, and nobody can buy them meanwhile. */
export async function holdForWeather(shop: SeasonShop, step: Step<'weather-hold'>): Promise<Refused> {
  const { terminalId, date, from, until, decideTime, note } = step
  const fields = { terminal_id: terminalId, date, from, until, note, preview: false, decide_time: decideTime }
  const made = await makeWeatherHold(shop.deps, fields, deskOf(shop))
  return made.ok ? undefined : made.reason
}

export async function setMinimum(shop: SeasonShop, step: Step<'minimum'>): Promise<Refused> {
  const { productId, passengers, decidedMins } = step
  const sent = { min_passengers: passengers, min_decided_mins: decidedMins, min_missed: 'ask' }
  const changed = await changeRow(shop.deps, productResource, productId, sent, writerOf(shop))
  return changed.ok ? undefined : changed.reason
}
