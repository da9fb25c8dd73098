import { Temporal } from 'temporal-polyfill'
import { type Product } from '#contract/catalogue.ts'
import { type SpecOnlyCall, readList } from './call.server.ts'
import { HOME_ZONE, readTerminal } from './catalogue.server.ts'
import {
  readDollars,
  readId,
  readInstant,
  type LooseObject,
  readLooseList,
  readNumber,
  readText,
  readTexts,
} from '../loose-values.server.ts'
import { type ApiResult } from '../../api-result.ts'

/** A weekly rule with its price before fees. */
export interface WeeklyRule {
  id: number
  productId: number
  /** 0 is Sunday. */
  dayOfWeek: number
  /** In the terminal's zone, `HH:MM`. */
  time: string
  tags: string[]
  seatPrice: number | null
  flightPrice: number | null
  publishAt: string | null
  publishUntil: string | null
}

export interface Timetable {
  /** IANA zone of the product's terminal. */
  zone: string
  rules: WeeklyRule[]
  /** By day of the week, `HH:MM`. */
  sunsets: ReadonlyMap<number, string>
}

/** The local time in `16:30`, `16:30:00` or `2027-05-12T16:30:00-04:00`. */
function clockOf(value: unknown): string | undefined {
  const [, hours, minutes] = /(?:^|T)([01]\d|2[0-3]):([0-5]\d)/.exec(readText(value)) ?? []
  return hours && minutes ? `${hours}:${minutes}` : undefined
}

/** Sunset departures leave so many minutes after (or before) the sunset of that weekday. */
function timeOf(departure: LooseObject, sunset: string | undefined): string | undefined {
  if (departure['departure_type'] !== 'sunset')
    return clockOf(departure['time']) ?? clockOf(departure['depart_at'])
  if (!sunset) return undefined
  const minutes = Math.round(readNumber(departure['offset_in_mins']) ?? 0)
  return Temporal.PlainTime.from(sunset).add({ minutes }).toString({ smallestUnit: 'minute' })
}

function tagsOf(departure: LooseObject, time: string): string[] {
  const sunset =
    departure['departure_type'] === 'sunset' && (readNumber(departure['offset_in_mins']) ?? 0) === 0
  const derived = [...(sunset ? ['sunset'] : []), ...(time === '23:45' ? ['midnight'] : [])]
  return [...new Set([...readTexts(departure['tag_list']), ...derived])]
}

/** All weekly rules; a departure without a price has that of its fare. */
export async function readWeek(
  call: SpecOnlyCall,
): Promise<ApiResult<{ rules: WeeklyRule[]; sunsets: Map<number, string> }>> {
  const result = await readList(call, '/v1/schedules', {}, 'schedule', 'schedules')
  if (!result.ok) return result
  const days = result.data.map((day) => ({ day, departures: readLooseList(day['departures']) ?? [] }))
  const fareIds = days.flatMap(({ departures }) => departures.map((one) => readId(one['fare_id'])))
  const fares = await readFares(call, [...new Set(fareIds.filter((id) => id !== undefined))])
  const sunsets = new Map<number, string>()
  const rules = days.flatMap(({ day, departures }) => {
    const weekday = readNumber(day['day_of_week'])
    const sunset = clockOf(day['sunset_time'])
    if (weekday !== undefined && sunset && !sunsets.has(weekday)) sunsets.set(weekday, sunset)
    return departures.flatMap((one) => readRule(one, { weekday, sunset, fares }) ?? [])
  })
  return { ...result, data: { rules, sunsets } }
}

interface DayFacts {
  weekday: number | undefined
  sunset: string | undefined
  fares: ReadonlyMap<number, LooseObject>
}

function readRule(departure: LooseObject, { weekday, sunset, fares }: DayFacts): WeeklyRule | undefined {
  const id = readId(departure['id'])
  const productId = readId(departure['product_id'])
  const dayOfWeek = readNumber(departure['day_of_week']) ?? weekday
  const time = timeOf(departure, sunset)
  if (id === undefined || productId === undefined || dayOfWeek === undefined || !time) return undefined
  const fare = fares.get(readId(departure['fare_id']) ?? 0)
  return {
    ...{ id, productId, dayOfWeek, time, tags: tagsOf(departure, time) },
    seatPrice: readDollars(departure['seat_price']) ?? readDollars(fare?.['seat_price']),
    flightPrice: readDollars(departure['flight_price']) ?? readDollars(fare?.['flight_price']),
    publishAt: readInstant(departure['publish_at']),
    publishUntil: readInstant(departure['publish_until']),
  }
}

async function readFares(call: SpecOnlyCall, ids: number[]): Promise<Map<number, LooseObject>> {
  if (ids.length === 0) return new Map()
  const result = await readList(call, '/v1/fares', { id: ids }, 'fares')
  if (!result.ok) return new Map()
  return new Map(result.data.map((fare) => [readId(fare['id']) ?? 0, fare]))
}

/** The weekly rules of one product; a rule without any price has that of the product. */
export async function readTimetable(call: SpecOnlyCall, product: Product): Promise<ApiResult<Timetable>> {
  const [week, terminal] = await Promise.all([
    readWeek(call),
    readTerminal(call, product.departure_terminal_id),
  ])
  if (!week.ok) return week
  const rules = week.data.rules
    .filter(({ productId }) => productId === product.id)
    .map((rule) => ({
      ...rule,
      seatPrice: product.seat_price === null ? null : (rule.seatPrice ?? product.seat_price),
      flightPrice: product.flight_price === null ? null : (rule.flightPrice ?? product.flight_price),
    }))
  return { ...week, data: { rules, sunsets: week.data.sunsets, zone: terminal?.timezone ?? HOME_ZONE } }
}

/** The instant of a local time; a time that is skipped when the clocks change moves forward. */
export const toDepartureInstant = (date: string, time: string, zone: string): Date =>
  new Date(
    Temporal.PlainDate.from(date).toZonedDateTime({
      timeZone: zone,
      plainTime: Temporal.PlainTime.from(time),
    }).epochMilliseconds,
  )

/** 0 is Sunday. */
export const getWeekday = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek % 7
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()
export const daysOf = (month: string): string[] =>
  Array.from(
    { length: Temporal.PlainYearMonth.from(month).daysInMonth },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  )
export const addMonths = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString()
