import { Temporal } from 'temporal-polyfill'
import { type Product } from '#contract/catalogue.ts'
import { type ApiResult } from '../../api-client.server.ts'
import { type BasicCall, readList } from './call.server.ts'
import { HOME_ZONE, readTerminal } from './catalogue.server.ts'
import {
  dollarsOf,
  idOf,
  instantOf,
  type Loose,
  looseList,
  numberOf,
  textOf,
  textsOf,
} from '../loose-values.server.ts'

/** A weekly rule with what it costs, before fees. */
export interface WeeklyRule {
  id: number
  productId: number
  /** 0 is Sunday. */
  dayOfWeek: number
  /** At the terminal, `HH:MM`. */
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

/** `16:30`, `16:30:00`, `2027-05-12T16:30:00-04:00`: the wall clock in it. */
function clockOf(value: unknown): string | undefined {
  const [, hours, minutes] = /(?:^|T)([01]\d|2[0-3]):([0-5]\d)/.exec(textOf(value)) ?? []
  return hours && minutes ? `${hours}:${minutes}` : undefined
}

/** Sunset departures leave so many minutes after (or before) that weekday's sunset. */
function timeOf(departure: Loose, sunset: string | undefined): string | undefined {
  if (departure['departure_type'] !== 'sunset')
    return clockOf(departure['time']) ?? clockOf(departure['depart_at'])
  if (!sunset) return undefined
  const minutes = Math.round(numberOf(departure['offset_in_mins']) ?? 0)
  return Temporal.PlainTime.from(sunset).add({ minutes }).toString({ smallestUnit: 'minute' })
}

function tagsOf(departure: Loose, time: string): string[] {
  const sunset =
    departure['departure_type'] === 'sunset' && (numberOf(departure['offset_in_mins']) ?? 0) === 0
  const derived = [...(sunset ? ['sunset'] : []), ...(time === '23:45' ? ['midnight'] : [])]
  return [...new Set([...textsOf(departure['tag_list']), ...derived])]
}

/** Every rule of the week; a departure without a price of its own has its fare's. */
export async function readWeek(
  call: BasicCall,
): Promise<ApiResult<{ rules: WeeklyRule[]; sunsets: Map<number, string> }>> {
  const result = await readList(call, '/v1/schedules', {}, 'schedule', 'schedules')
  if (!result.ok) return result
  const days = result.data.map((day) => ({ day, departures: looseList(day['departures']) ?? [] }))
  const fareIds = days.flatMap(({ departures }) => departures.map((one) => idOf(one['fare_id'])))
  const fares = await readFares(call, [...new Set(fareIds.filter((id) => id !== undefined))])
  const sunsets = new Map<number, string>()
  const rules = days.flatMap(({ day, departures }) => {
    const weekday = numberOf(day['day_of_week'])
    const sunset = clockOf(day['sunset_time'])
    if (weekday !== undefined && sunset && !sunsets.has(weekday)) sunsets.set(weekday, sunset)
    return departures.flatMap((one) => readRule(one, { weekday, sunset, fares }) ?? [])
  })
  return { ...result, data: { rules, sunsets } }
}

interface DayFacts {
  weekday: number | undefined
  sunset: string | undefined
  fares: ReadonlyMap<number, Loose>
}

function readRule(departure: Loose, { weekday, sunset, fares }: DayFacts): WeeklyRule | undefined {
  const id = idOf(departure['id'])
  const productId = idOf(departure['product_id'])
  const dayOfWeek = numberOf(departure['day_of_week']) ?? weekday
  const time = timeOf(departure, sunset)
  if (id === undefined || productId === undefined || dayOfWeek === undefined || !time) return undefined
  const fare = fares.get(idOf(departure['fare_id']) ?? 0)
  return {
    ...{ id, productId, dayOfWeek, time, tags: tagsOf(departure, time) },
    seatPrice: dollarsOf(departure['seat_price']) ?? dollarsOf(fare?.['seat_price']),
    flightPrice: dollarsOf(departure['flight_price']) ?? dollarsOf(fare?.['flight_price']),
    publishAt: instantOf(departure['publish_at']),
    publishUntil: instantOf(departure['publish_until']),
  }
}

async function readFares(call: BasicCall, ids: number[]): Promise<Map<number, Loose>> {
  if (ids.length === 0) return new Map()
  const result = await readList(call, '/v1/fares', { id: ids }, 'fares')
  if (!result.ok) return new Map()
  return new Map(result.data.map((fare) => [idOf(fare['id']) ?? 0, fare]))
}

/** The week of one product; a rule without any price costs what the product costs. */
export async function readTimetable(call: BasicCall, product: Product): Promise<ApiResult<Timetable>> {
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

/** The instant of a wall-clock time; one the clocks jump over moves on by the jump. */
export const departAt = (date: string, time: string, zone: string): Date =>
  new Date(
    Temporal.PlainDate.from(date).toZonedDateTime({
      timeZone: zone,
      plainTime: Temporal.PlainTime.from(time),
    }).epochMilliseconds,
  )

/** 0 is Sunday. */
export const weekdayOf = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek % 7
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()
export const daysOf = (month: string): string[] =>
  Array.from(
    { length: Temporal.PlainYearMonth.from(month).daysInMonth },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  )
export const addMonths = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString()
