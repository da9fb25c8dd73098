import { type departures, type fares } from '../schema/catalogue.ts'

/** Days of the week, 0 is Sunday. */
const DAILY = [0, 1, 2, 3, 4, 5, 6]
const WEEKEND = [0, 6]
const WEEKDAYS = [1, 2, 3, 4, 5]
const MONDAY_TO_THURSDAY = [1, 2, 3, 4]
const FRIDAY = [5]
const SATURDAY = [6]
const SUNDAY_TO_FRIDAY = [0, 1, 2, 3, 4, 5]
const SUNDAY = [0]

interface DemoFare {
  id: number
  name: string
  seat: number | null
  flight: number | null
  /** The price of a gift card that pays every departure of the product. */
  gift?: number
}

interface DemoRule {
  days: number[]
  /** 'HH:MM', or minutes from the sunset. */
  at: string | number
  fareId: number
  tags?: string[]
  /** The departure's own price in dollars, before the fare's. */
  seat?: number
}

interface DemoTimetable {
  productId: number
  fares: DemoFare[]
  rules: DemoRule[]
}

const OFF_PEAK = ['off-peak']
const NIGHT = ['night']
const FOCUS = ['focus_flight']

const demoTimetables: DemoTimetable[] = [
  {
    productId: 6,
    fares: [
      { id: 61, name: 'Any day', seat: 229, flight: 1198, gift: 289 },
      { id: 62, name: 'Off-peak', seat: 209, flight: 1098 },
      { id: 63, name: 'Weekend and night', seat: 249, flight: 1198 },
      { id: 64, name: 'Sunset', seat: 269, flight: 1298 },
    ],
    rules: [
      { days: SUNDAY, at: '07:30', fareId: 61 },
      { days: MONDAY_TO_THURSDAY, at: '11:00', fareId: 62, tags: OFF_PEAK },
      { days: FRIDAY, at: '11:00', fareId: 61 },
      { days: WEEKEND, at: '11:00', fareId: 63 },
      { days: WEEKDAYS, at: '14:30', fareId: 61 },
      { days: WEEKEND, at: '14:30', fareId: 63 },
      { days: SUNDAY_TO_FRIDAY, at: 0, fareId: 64 },
      { days: SATURDAY, at: 0, fareId: 64, seat: 289 },
      { days: DAILY, at: '21:30', fareId: 63, tags: NIGHT },
    ],
  },
  {
    productId: 7,
    fares: [
      { id: 71, name: 'Weekday sunset', seat: 289, flight: 1649 },
      { id: 72, name: 'Weekend sunset', seat: 309, flight: 1769 },
    ],
    rules: [
      { days: MONDAY_TO_THURSDAY, at: 0, fareId: 71 },
      { days: [0, 5, 6], at: 0, fareId: 72 },
      { days: MONDAY_TO_THURSDAY, at: -50, fareId: 71 },
      { days: [0, 5, 6], at: -50, fareId: 72 },
    ],
  },
  {
    productId: 8,
    fares: [
      { id: 81, name: 'Any day', seat: 249, flight: 1449, gift: 289 },
      { id: 82, name: 'Off-peak', seat: 229, flight: 1329 },
      { id: 83, name: 'Weekend', seat: 269, flight: 1569 },
      { id: 84, name: 'Sunset', seat: 289, flight: 1689 },
    ],
    rules: [
      { days: WEEKDAYS, at: '10:00', fareId: 82, tags: OFF_PEAK },
      { days: WEEKEND, at: '10:00', fareId: 83 },
      { days: WEEKDAYS, at: '13:00', fareId: 81 },
      { days: WEEKEND, at: '13:00', fareId: 83 },
      { days: DAILY, at: '15:30', fareId: 81 },
      { days: DAILY, at: 0, fareId: 84 },
    ],
  },
  {
    productId: 9,
    fares: [
      { id: 91, name: 'Weeknight', seat: 289, flight: 1089 },
      { id: 92, name: 'Weekend night', seat: 309, flight: 1169 },
    ],
    rules: [
      { days: [0, ...MONDAY_TO_THURSDAY], at: '20:45', fareId: 91, tags: NIGHT },
      { days: [5, 6], at: '20:45', fareId: 92, tags: NIGHT },
      { days: [0, ...MONDAY_TO_THURSDAY], at: '22:15', fareId: 91, tags: NIGHT },
      { days: [5, 6], at: '22:15', fareId: 92, tags: NIGHT },
      { days: DAILY, at: '23:45', fareId: 91, tags: NIGHT },
    ],
  },
  {
    productId: 10,
    fares: [
      { id: 101, name: 'Any day', seat: 549, flight: 2089, gift: 589 },
      { id: 102, name: 'Sunset', seat: 589, flight: 2249 },
    ],
    rules: [
      { days: DAILY, at: '10:00', fareId: 101, tags: FOCUS },
      { days: DAILY, at: '13:00', fareId: 101, tags: FOCUS },
      { days: DAILY, at: 0, fareId: 102, tags: FOCUS },
    ],
  },
  {
    productId: 11,
    fares: [
      { id: 111, name: 'Any day', seat: null, flight: 1198 },
      { id: 112, name: 'Sunset', seat: null, flight: 1298 },
    ],
    rules: [
      { days: DAILY, at: '10:30', fareId: 111 },
      { days: DAILY, at: '12:00', fareId: 111 },
      { days: DAILY, at: '15:00', fareId: 111 },
      { days: DAILY, at: 0, fareId: 112 },
    ],
  },
  {
    productId: 12,
    fares: [
      { id: 121, name: 'Any day', seat: 269, flight: 989, gift: 289 },
      { id: 122, name: 'Off-peak', seat: 249, flight: 929 },
      { id: 123, name: 'Weekend', seat: 289, flight: 1069 },
    ],
    rules: [
      { days: WEEKDAYS, at: '09:30', fareId: 122, tags: OFF_PEAK },
      { days: WEEKEND, at: '09:30', fareId: 123 },
      { days: DAILY, at: '12:30', fareId: 121 },
      { days: DAILY, at: '15:00', fareId: 121 },
      { days: DAILY, at: 0, fareId: 123 },
    ],
  },
  {
    productId: 13,
    fares: [{ id: 131, name: 'Any day', seat: 99, flight: 569, gift: 99 }],
    rules: [
      { days: DAILY, at: '09:00', fareId: 131, tags: OFF_PEAK },
      { days: DAILY, at: '12:00', fareId: 131 },
      { days: DAILY, at: '14:00', fareId: 131 },
      { days: DAILY, at: '16:00', fareId: 131 },
    ],
  },
]

const cents = (dollars: number | null) => (dollars === null ? null : dollars * 100)

export const demoFares: (typeof fares.$inferInsert)[] = demoTimetables.flatMap(({ productId, fares }) =>
  fares.map(({ id, name, seat, flight, gift }) => ({
    id,
    productId,
    name,
    seatPriceCents: cents(seat),
    flightPriceCents: cents(flight),
    giftable: seat !== null,
    giftPriceCents: cents(gift ?? null),
    coversAllFares: gift !== undefined,
  })),
)

export const demoDepartures: (typeof departures.$inferInsert)[] = demoTimetables
  .flatMap(({ productId, rules }) =>
    rules.flatMap((rule) => rule.days.map((dayOfWeek) => ({ productId, dayOfWeek, ...rule }))),
  )
  .map((rule, index) => ({
    id: index + 1,
    productId: rule.productId,
    dayOfWeek: rule.dayOfWeek,
    ...(typeof rule.at === 'string'
      ? { departureType: 'fixed', time: rule.at }
      : { departureType: 'sunset', offsetInMins: rule.at }),
    fareId: rule.fareId,
    seatPriceCents: cents(rule.seat ?? null),
    publishStatus: 'published',
    tagList: rule.tags ?? [],
  }))
