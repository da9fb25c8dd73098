import { describe, expect, test } from 'vitest'
import { addDays, toLocalDate } from '../../rules/time/local-time.ts'
import { findProduct } from './departures.ts'
import { planSeason } from './plan-season.ts'
import { type PlannedBooking, type SeasonStep } from './steps.ts'

const NOW = new Date('2026-11-25T20:00:00Z')
const steps = planSeason({ seed: 'harbor', now: NOW })
const isBooking = (step: SeasonStep): step is PlannedBooking => step.kind === 'book'
const bookings = steps.filter(isBooking)
const kinds = (of: readonly { kind: string }[]) => new Set(of.map(({ kind }) => kind))

describe('the plan of a season', () => {
  test('is the same for the same seed and moment', () => {
    expect(planSeason({ seed: 'harbor', now: NOW })).toEqual(steps)
  })

  test('is another one for another seed', () => {
    const other = planSeason({ seed: 'meadow', now: NOW }).filter(isBooking)
    expect(other.map(({ buyer }) => buyer.email)).not.toEqual(bookings.map(({ buyer }) => buyer.email))
  })

  test('has some four hundred orders in the order of time, none of them in the future', () => {
    expect(bookings.length + steps.filter(({ kind }) => kind === 'gift').length).toBeGreaterThan(400)
    const times = steps.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(steps.every(({ at }) => at < NOW)).toBe(true)
  })

  test('sells a departure of the day only once the desk has added it, whenever the shop starts', () => {
    let sold = 0
    // Before dawn in New York they are sold late, and in the day at any time.
    for (const hour of [9, 9.5, 10, 10.5, 11, 11.5, 12, 16, 22]) {
      const now = new Date(Date.parse('2026-11-28T00:00:00Z') + hour * 3_600_000)
      const plan = planSeason({ seed: 'harbor', now })
      for (const [at, step] of plan.entries()) {
        const { extra } = isBooking(step) ? step.departure : {}
        if (extra === undefined) continue
        sold += 1
        expect(plan.slice(0, at).some((one) => one.kind === 'extra' && one.key === extra)).toBe(true)
      }
    }
    expect(sold).toBeGreaterThan(10)
  })

  test('spans ninety days past and thirty days to come, whatever the day of the start', () => {
    for (const now of ['2026-03-08T06:30:00Z', '2027-01-01T04:00:00Z', '2028-02-29T23:00:00Z']) {
      const today = toLocalDate(new Date(now), 'America/New_York')
      const dates = planSeason({ seed: 'harbor', now: new Date(now) })
        .filter(isBooking)
        .map(({ departure }) => departure.date)
        .toSorted()
      expect(dates[0]).toBeOneOf([-90, -89, -88].map((day) => addDays(today, day)))
      expect((dates.at(-1) ?? '') > addDays(today, 12)).toBe(true)
      expect((dates.at(-1) ?? '') <= addDays(today, 30)).toBe(true)
    }
  })

  test('names nobody of a party twice', () => {
    for (const { party } of bookings) {
      const names = party.map(({ name }) => name)
      expect(new Set(names).size, names.join(', ')).toBe(names.length)
    }
  })

  test('gives no departure more seats than its aircraft has', () => {
    const taken = new Map<string, number>()
    for (const { departure, party, whole, second } of bookings) {
      const { capacity } = findProduct(departure.productId)
      const take = (name: string, people: number) => {
        const key = `${name} ${departure.date}`
        const seats = (taken.get(key) ?? 0) + people
        expect(seats).toBeLessThanOrEqual(capacity)
        taken.set(key, seats)
      }
      take(String(departure.id), whole ? capacity : party.length - (second?.people ?? 0))
      if (second) take(second.extra, second.people)
    }
  })

  test('has parties of five on two flights, flown and to come, on each day of a week', () => {
    for (let day = 1; day <= 7; day += 1) {
      const now = new Date(`2026-12-0${String(day)}T17:00:00Z`)
      const pairs = planSeason({ seed: 'harbor', now })
        .filter(isBooking)
        .filter(({ second }) => second !== undefined)
      expect(pairs.map(({ departure }) => departure.departAt < now)).toEqual(
        expect.arrayContaining([true, false]),
      )
      for (const { party, departure, second } of pairs) {
        expect(party.length).toBeGreaterThan(findProduct(departure.productId).capacity)
        expect((second?.departAt.getTime() ?? 0) - departure.departAt.getTime()).toBe(600_000)
      }
    }
  })

  test('sells in both brands, by every channel and means, to parties of every size', () => {
    expect(new Set(bookings.map(({ brandId }) => brandId))).toEqual(new Set([1, 2]))
    expect(new Set(bookings.map(({ channel }) => channel))).toEqual(new Set(['web', 'phone', 'counter']))
    const ways = new Set(bookings.map(({ payment }) => payment.by))
    expect(ways).toEqual(new Set(['card', 'nobody', 'link', 'cash', 'reader', 'gift', 'voucher', 'part']))
    expect(new Set(bookings.map(({ party }) => party.length))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  })

  test('has every kind of trouble', () => {
    const later = ['refund', 'cancel', 'reschedule', 'voucher', 'dispute', 'decide', 'comment', 'weights']
    for (const kind of [...later, 'answer', 'no-show', 'call-off']) expect(kinds(steps)).toContain(kind)
  })

  test('brings buyers by mails, ads and partners, some of them twice', () => {
    const tags = bookings.flatMap((one) => one.tags)
    for (const tag of ['utm_source=newsletter', 'first_utm_source=search', 'affiliate=harbor-light-rooms']) {
      expect(tags).toContain(tag)
    }
    expect(bookings.filter((one) => one.channel !== 'web' && one.tags.length > 0)).toEqual([])
  })

  test('sells most of the days around the start, and lands what came back on that day', () => {
    const around = (from: number, to: number) =>
      bookings.filter(({ departure: { date } }) => {
        const day = (Date.parse(date) - Date.parse('2026-11-25')) / 86_400_000
        return day >= from && day <= to
      }).length /
      (to - from + 1)
    expect(around(-3, 1)).toBeGreaterThan(1.4 * around(-90, -8))
    expect(steps).toContainEqual({ kind: 'fly', at: new Date('2026-11-25T19:30:00Z'), date: '2026-11-25' })
  })

  test('has a party of which the last passenger is the one too many', () => {
    const heavy = steps.flatMap((step) => {
      const booking = step.kind === 'weights' ? bookings.find(({ key }) => key === step.key) : undefined
      const { capacity, maxLbs } = findProduct(booking?.departure.productId ?? 6)
      if (step.kind !== 'weights' || step.weights.length < capacity || step.weights.includes(null)) return []
      const sum = step.weights.reduce<number>((all, one) => all + (one ?? 0), 0)
      return sum > maxLbs ? [{ spare: maxLbs - (sum - (step.weights.at(-1) ?? 0)) }] : []
    })
    expect(heavy.length).toBeGreaterThan(0)
    // An unknown weight counts as 190 pounds: until the last one is typed the party fits.
    for (const { spare } of heavy) expect(spare).toBeGreaterThanOrEqual(190)
  })

  test('has a card that was given away redeemed by who got it', () => {
    const gifts = new Map(steps.flatMap((step) => (step.kind === 'gift' ? [[step.key, step]] : [])))
    const redeemed = bookings.flatMap(({ payment, buyer }) => {
      const recipient = payment.by === 'gift' ? gifts.get(payment.gift)?.recipient : undefined
      return recipient ? [[buyer.email, recipient.email]] : []
    })
    expect(redeemed.length).toBeGreaterThan(3)
    for (const [buyer, recipient] of redeemed) expect(buyer).toBe(recipient)
  })

  test('calls off a whole afternoon of one heliport, and some of its parties have answered', () => {
    for (const now of ['2026-03-08T06:30:00Z', '2026-07-04T15:00:00Z', NOW.toISOString()]) {
      const plan = planSeason({ seed: 'harbor', now: new Date(now) })
      const [callOff] = plan.flatMap((step) => (step.kind === 'call-off' ? [step] : []))
      expect(callOff?.departures.length).toBeGreaterThanOrEqual(8)
      const parties = plan
        .filter(isBooking)
        .filter(({ departure }) =>
          callOff?.departures.some(
            ({ id, departAt }) => id === departure.id && departAt === departure.departAt,
          ),
        )
      expect(new Set(parties.map(({ departure }) => findProduct(departure.productId).terminalId)).size).toBe(
        1,
      )
      const answers = plan.flatMap((step) => (step.kind === 'answer' ? [step.choice] : []))
      expect(new Set(answers)).toEqual(new Set(['alternative', 'voucher', 'refund']))
      expect(answers.length).toBeLessThan(parties.length)
    }
  })

  test('has flights that board late before a next one, and some that came back, by day', () => {
    const count = (kind: string, now = NOW) =>
      planSeason({ seed: 'harbor', now }).filter((step) => step.kind === kind).length
    for (const hour of ['13:10', '15:00', '17:20', '20:00', '23:30', '02:00']) {
      const now = new Date(`2026-11-26T${hour}:00Z`)
      expect(count('turn-back', now), hour).toBe(2)
      expect(count('board', now), hour).toBeGreaterThan(2)
    }
    // Nobody flies before seven.
    expect([
      count('board', new Date('2026-11-26T08:00:00Z')),
      count('extra', new Date('2026-11-26T08:00:00Z')),
    ]).toEqual([0, 0])
  })

  test('names nobody who exists: every address is one of the domains for examples', () => {
    const emails = steps.flatMap((step) =>
      step.kind === 'gift'
        ? [step.buyer.email, step.recipient?.email ?? '']
        : 'buyer' in step
          ? [step.buyer.email]
          : [],
    )
    expect(emails.filter(Boolean).every((email) => /^[a-z.0-9]+@example\.(com|net|org)$/.test(email))).toBe(
      true,
    )
    expect(new Set(emails).size).toBeGreaterThan(400)
  })

  test('has busy and quiet days: weekends and sunsets sell most', () => {
    const on = (days: number[]) =>
      bookings.filter(({ departure }) => days.includes(new Date(departure.date).getUTCDay())).length /
      days.length
    expect(on([0, 6])).toBeGreaterThan(1.5 * on([1, 2, 3]))
  })

  test('has flights on both coasts that wait for the weather, and balances that are due', () => {
    const holds = steps.filter((step) => step.kind === 'weather-hold')
    expect(holds.map(({ date, terminalId }) => [date, terminalId])).toEqual([
      ['2026-11-26', 3],
      ['2026-11-26', 4],
    ])
    const dueAt = bookings.flatMap(({ payment }) => (payment.by === 'part' ? (payment.dueAt ?? []) : []))
    expect(dueAt.length).toBe(2)
    expect(dueAt.every((at) => at < NOW)).toBe(true)
  })

  test('asks staff about flights with too few people, whatever the day of the start', () => {
    for (let day = 1; day <= 7; day += 1) {
      const now = new Date(`2026-12-0${String(day)}T17:00:00Z`)
      const plan = planSeason({ seed: 'harbor', now })
      const minimum = plan.find((step) => step.kind === 'minimum')
      const taken = new Map<string, number>()
      for (const { departure, party, at } of plan.filter(isBooking)) {
        const { departAt, productId } = departure
        const decidedAt = departAt.getTime() - (minimum?.decidedMins ?? 0) * 60_000
        if (productId !== minimum?.productId || departAt < now || at.getTime() > decidedAt) continue
        const key = departAt.toISOString()
        taken.set(key, (taken.get(key) ?? 0) + party.length)
      }
      const thin = [...taken.values()].filter((people) => people < (minimum?.passengers ?? 0))
      expect(thin.length, `on the ${String(day)}th`).toBeGreaterThan(1)
    }
  })

  test('has two parties that are too heavy for their aircraft, at any hour of the day', () => {
    for (const hour of [13, 15, 17, 19, 21]) {
      const now = new Date(`2026-12-03T${String(hour)}:00:00Z`)
      const plan = planSeason({ seed: 'harbor', now })
      const heavy = plan.filter((step) => {
        if (step.kind !== 'weights') return false
        const booking = plan.filter(isBooking).find(({ key }) => key === step.key)
        const sum = step.weights.reduce<number>((all, weight) => all + (weight ?? 0), 0)
        return booking !== undefined && sum > findProduct(booking.departure.productId).maxLbs
      })
      expect(heavy.length, `at ${String(hour)} hours`).toBeGreaterThan(1)
    }
  })
})
