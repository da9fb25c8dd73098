import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDelayTroubles, findRipple, leavesAt, type RippleFlight, sortForWriting } from './delay-ripple.ts'

const HERE = { id: 1, latitude: 40.7, longitude: -74 }
const MINUTE = 60_000
const at = (clock: string) => new Date(`2027-05-26T${clock}:00.000Z`)

/** A flight of half an hour with a quarter of an hour on the ground. */
const flight = (id: number, clock: string, over: Partial<RippleFlight> = {}): RippleFlight => ({
  id,
  code: `LR-${String(id)}`,
  status: 'scheduled',
  aircraftId: 1,
  pilotId: null,
  scheduledAt: at(clock),
  flightMins: 30,
  busyMins: 45,
  delayMins: 0,
  ownDelayMins: 0,
  from: HERE,
  to: HERE,
  ...over,
})
const ripple = (day: RippleFlight[], flightId: number, minutes: number) =>
  findRipple(day, { flightId, minutes }).map((step) => [step.flight.id, step.delayMins, step.cause])

describe('the ripple of a delay', () => {
  it('holds up the later flights of the aircraft, and free time between them absorbs it', () => {
    const day = [flight(1, '10:00'), flight(2, '10:50'), flight(3, '12:00'), flight(4, '15:00')]
    expect(ripple(day, 1, 30)).toEqual([
      [1, 30, 'pressed'],
      [2, 25, 'aircraft'],
    ])
    expect(ripple(day, 1, 60)).toEqual([
      [1, 60, 'pressed'],
      [2, 55, 'aircraft'],
      [3, 30, 'aircraft'],
    ])
  })
  it('goes on over midnight', () => {
    const next = new Date(at('00:15').getTime() + 24 * 60 * MINUTE)
    const day = [flight(1, '23:30'), flight(2, '00:00', { scheduledAt: next })]
    expect(ripple(day, 1, 30)).toEqual([
      [1, 30, 'pressed'],
      [2, 30, 'aircraft'],
    ])
  })
  it('goes on with the pilot to another aircraft, with the way there', () => {
    const far = { id: 2, latitude: 40.9, longitude: -74.2 }
    const day = [
      flight(1, '10:00', { pilotId: 7 }),
      flight(2, '10:45', { aircraftId: 2, pilotId: 7 }),
      flight(3, '11:45', { aircraftId: 2 }),
      flight(4, '10:00', { aircraftId: 3, pilotId: 8, to: far }),
      flight(5, '12:00', { aircraftId: 4, pilotId: 8 }),
    ]
    expect(ripple(day, 1, 30)).toEqual([
      [1, 30, 'pressed'],
      [2, 30, 'pilot'],
      [3, 15, 'aircraft'],
    ])
    const [, second] = findRipple(day, { flightId: 4, minutes: 60 })
    expect(second).toMatchObject({ cause: 'pilot', waitsFor: { id: 4 } })
    expect(second?.delayMins).toBeGreaterThan(0)
  })
  it('gives the time back to what nothing holds up any more, but not what was set for itself', () => {
    const day = [
      flight(1, '10:00', { delayMins: 60, ownDelayMins: 60, status: 'delayed' }),
      flight(2, '10:45', { delayMins: 60, status: 'delayed' }),
      flight(3, '11:30', { delayMins: 60, ownDelayMins: 20, status: 'delayed' }),
    ]
    expect(ripple(day, 1, 0)).toEqual([
      [1, 0, 'pressed'],
      [2, 0, 'pressed'],
      [3, 20, 'pressed'],
    ])
  })
  it('leaves those that have left or were called off, and those before it', () => {
    const day = [
      flight(1, '09:00'),
      flight(2, '10:00'),
      flight(3, '10:45', { status: 'called_off' }),
      flight(4, '11:00', { status: 'departed' }),
    ]
    expect(ripple(day, 2, 45)).toEqual([[2, 45, 'pressed']])
    expect(findRipple(day, { flightId: 99, minutes: 45 })).toEqual([])
  })
  it('keeps a flight that still waits for another one from leaving earlier', () => {
    const day = [
      flight(1, '10:00', { delayMins: 30, ownDelayMins: 30, status: 'delayed' }),
      flight(2, '10:45', { delayMins: 40, ownDelayMins: 40, status: 'delayed' }),
    ]
    expect(ripple(day, 2, 0)).toEqual([[2, 30, 'pressed']])
  })

  it('never leaves an aircraft or a pilot in two flights at once, also while it is written', () => {
    const some = fc.record({
      gap: fc.integer({ min: 0, max: 90 }),
      aircraftId: fc.integer({ min: 1, max: 3 }),
      pilotId: fc.integer({ min: 11, max: 13 }),
    })
    const overlap = (one: RippleFlight, other: RippleFlight) =>
      (one.aircraftId === other.aircraftId || one.pilotId === other.pilotId) &&
      leavesAt(one, one.delayMins).getTime() < leavesAt(other, other.delayMins).getTime() + 45 * MINUTE &&
      leavesAt(other, other.delayMins).getTime() < leavesAt(one, one.delayMins).getTime() + 45 * MINUTE
    const isClear = (day: RippleFlight[]) =>
      day.every((one) => day.every((other) => one === other || !overlap(one, other)))
    const makeDay = (rows: { gap: number; aircraftId: number; pilotId: number }[]) => {
      let clock = at('06:00').getTime()
      return rows.map(({ gap, ...crew }, index) => {
        clock += (45 + gap) * MINUTE
        return { ...flight(index + 1, '10:00', crew), scheduledAt: new Date(clock) }
      })
    }
    fc.assert(
      fc.property(fc.array(some, { minLength: 2, maxLength: 9 }), fc.nat(360), fc.nat(360), (rows, a, b) => {
        let day = makeDay(rows)
        for (const [flightId, minutes] of [
          [1, a],
          [2, b],
          [1, Math.floor(a / 2)],
        ] as const) {
          for (const { flight: changed, delayMins } of sortForWriting(
            findRipple(day, { flightId, minutes }),
          )) {
            const ownDelayMins = changed.id === flightId ? minutes : changed.ownDelayMins
            day = day.map((one) => (one.id === changed.id ? { ...one, delayMins, ownDelayMins } : one))
            expect(isClear(day.map((one) => ({ ...one, pilotId: -one.id })))).toBe(true)
          }
          expect(isClear(day)).toBe(true)
        }
      }),
    )
  })
})

describe('what keeps a delayed flight from leaving', () => {
  const dusk = at('20:00')
  const troubles = (clock: string, delayMins: number, over: Partial<RippleFlight> = {}, inService = true) =>
    findDelayTroubles(
      { flight: flight(1, clock, over), delayMins, cause: 'pressed', waitsFor: null },
      { inService, lastLight: dusk },
    ).map(({ kind }) => kind)
  it('is the dark, for flights that were sold by day', () => {
    expect(troubles('19:00', 30)).toEqual([])
    expect(troubles('19:00', 45)).toEqual(['lands_after_last_light'])
    expect(troubles('19:00', 61)).toEqual(['leaves_after_last_light'])
    expect(troubles('20:30', 30)).toEqual([])
  })
  it('is an aircraft that does not fly, or guests who board already', () => {
    expect(troubles('12:00', 15, { status: 'boarding' }, false)).toEqual(['out_of_service', 'boarding'])
  })
})
