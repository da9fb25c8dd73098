import { coastProducts } from '../../db/seed/demo-coasts.ts'
import { newYorkProducts } from '../../db/seed/demo-new-york.ts'
import { demoAircraftTypes, demoTerminals, HOUSE } from '../../db/seed/demo-places.ts'
import { demoDepartures } from '../../db/seed/demo-timetable.ts'
import { type Coordinates, type DepartureRule, dayOfWeek, findDepartAt } from '../../rules/time/local-time.ts'

/** A departure of the demo timetable on a day. */
export interface DemoDeparture {
  id: number
  productId: number
  date: string
  departAt: Date
  /** Sunset departures are the first to sell out. */
  isSunset: boolean
  isOffPeak: boolean
}

export interface DemoProduct {
  id: number
  /** The brands that sell it. */
  brandIds: readonly number[]
  /** Seats of its aircraft; there is one at each terminal. */
  capacity: number
  /** What its aircraft carries, in pounds. */
  maxLbs: number
  aircraftTypeId: number
  /** How long it flies. */
  minutes: number
  onlyWhole: boolean
  /** How often it is booked beside the others. */
  share: number
  terminalId: number
  zone: string
}

const SHARES: Readonly<Record<number, number>> = { 6: 24, 7: 15, 8: 19, 9: 11, 10: 4, 11: 5, 12: 13, 13: 14 }
const typeOf = (id: number) => demoAircraftTypes.find((type) => type.id === id)
const placeOf = (id: number) => demoTerminals.find((terminal) => terminal.id === id)

export const demoProducts: readonly DemoProduct[] = [...newYorkProducts, ...coastProducts].map(
  ({ id = 0, brandId, departureTerminalId, aircraftTypeId, seatPriceCents, flightDurationMins }) => ({
    id,
    brandIds: brandId === HOUSE ? [1, 2] : [brandId],
    capacity: typeOf(aircraftTypeId)?.maxPassengers ?? 0,
    maxLbs: typeOf(aircraftTypeId)?.maxWeightLbs ?? 0,
    aircraftTypeId,
    minutes: flightDurationMins,
    onlyWhole: seatPriceCents === undefined,
    share: SHARES[id] ?? 1,
    terminalId: departureTerminalId,
    zone: placeOf(departureTerminalId)?.timezone ?? 'America/New_York',
  }),
)

export const findProduct = (id: number): DemoProduct => {
  const product = demoProducts.find((one) => one.id === id)
  if (!product) throw new Error(`The demo shop has no product ${String(id)}`)
  return product
}

/** What the timetable offers of a product on a day. */
export function findDepartures(product: DemoProduct, date: string): DemoDeparture[] {
  const terminal = placeOf(product.terminalId)
  if (!terminal) return []
  const place: Coordinates = {
    latitude: terminal.latitude,
    longitude: terminal.longitude,
    timezone: terminal.timezone,
  }
  return demoDepartures
    .filter((rule) => rule.productId === product.id && rule.dayOfWeek === dayOfWeek(date))
    .flatMap((rule) => {
      const departAt = findDepartAt(toRule(rule), date, place)
      return departAt
        ? [
            {
              id: rule.id ?? 0,
              productId: product.id,
              date,
              departAt,
              isSunset: rule.departureType === 'sunset',
              isOffPeak: rule.tagList?.includes('off-peak') ?? false,
            },
          ]
        : []
    })
}

const toRule = (rule: (typeof demoDepartures)[number]): DepartureRule => ({
  id: rule.id ?? 0,
  dayOfWeek: rule.dayOfWeek ?? 0,
  departureType: rule.departureType,
  time: rule.time ?? null,
  offsetInMins: rule.offsetInMins ?? null,
  tagList: rule.tagList ?? [],
  publishStatus: 'published',
  publishAt: null,
  publishUntil: null,
})
