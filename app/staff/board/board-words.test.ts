import { describe, expect, it } from 'vitest'
import { type BoardFlight } from '#contract/flight-board.ts'
import { findColumn, findHours, layOutFlights, listHours, type OutSpan } from './board-rows.ts'
import { boardHref, readUndo } from './board-view.ts'
import { describeBoard, describeFlight, formatSpan } from './board-words.ts'

/** A flight of half an hour with a quarter of an hour on the ground, by the clock of UTC. */
function flightAt(clock: string, over: Partial<BoardFlight> = {}): BoardFlight {
  const at = Date.parse(`2027-05-26T${clock}:00.000Z`)
  const later = (minutes: number) => new Date(at + minutes * 60_000).toISOString()
  return {
    id: 1,
    flight_code: 'LR-201',
    product_id: 1,
    departure_id: 1,
    product_name: 'The New Yorker',
    brand_ids: [1],
    terminal_id: 1,
    scheduled_at: later(0),
    depart_at: later(0),
    delay_reason: null,
    on_hold: null,
    local_time: clock,
    timezone: 'UTC',
    arrive_at: later(30),
    ready_at: later(45),
    status: 'scheduled',
    delay_mins: 0,
    aircraft_id: 7,
    registration: 'N401LR',
    pilot_id: 3,
    pilot_name: 'Ida Lund',
    capacity: 4,
    seats_sold: 3,
    seats_held: 0,
    checked_in: 0,
    guests_late: 0,
    weight_lbs: 500,
    max_weight_lbs: 900,
    weights_missing: 0,
    manifest_changed: false,
    needs: [],
    turnaround: null,
    ...over,
  }
}
const kinds = (flights: BoardFlight[], out: OutSpan[] = []) =>
  layOutFlights(flights, findHours(flights), out).map((line) =>
    line.map(({ kind, columns }) => `${kind} ${String(columns)}`),
  )
/** Every line must be as wide as the head. */
const widths = (flights: BoardFlight[]) =>
  layOutFlights(flights, findHours(flights)).map((line) =>
    line.reduce((sum, { columns }) => sum + columns, 0),
  )

describe('a row of the board', () => {
  it('has whole hours around its flights, five minutes a column', () => {
    const flights = [flightAt('09:30'), flightAt('11:00')]
    expect(listHours(findHours(flights))).toEqual(['09:00', '10:00', '11:00'])
    expect(kinds(flights)).toEqual([
      ['free 6', 'flight 6', 'ground 3', 'free 9', 'flight 6', 'ground 3', 'free 3'],
    ])
  })

  it('is as wide as its head whatever the flights are', () => {
    const flights = [flightAt('09:33'), flightAt('09:40'), flightAt('10:01'), flightAt('16:33')]
    const { begin, end } = findHours(flights)
    for (const width of widths(flights)) expect(width).toBe(end - begin)
  })

  it('shows a turnaround that is too short with its minutes', () => {
    const next = flightAt('10:05', { turnaround: { flight_code: 'LR-201', minutes: 5, needed: 15 } })
    const flights = [flightAt('09:30'), next]
    const [line] = layOutFlights(flights, findHours(flights))
    expect(line?.[2]).toEqual({ kind: 'tight', columns: 1, minutes: 5, needed: 15 })
  })

  it('moves a flight that is late, and puts what overlaps into a second line', () => {
    const late = flightAt('09:30', { delay_mins: 20 })
    expect(kinds([late])[0]?.[0]).toBe('free 10')
    expect(kinds([late, flightAt('10:00')])).toHaveLength(2)
  })

  it('keeps the time of a flight that nobody closed', () => {
    expect(kinds([flightAt('09:30', { delay_mins: 900 })])[0]?.[0]).toBe('free 6')
  })

  it('is out of service from the moment it was taken out', () => {
    const flights = [flightAt('09:00')]
    const out = { from: 114, to: Infinity, text: 'Out of service' }
    expect(kinds(flights, [out])).toEqual([['flight 6', 'ground 3', 'out 3']])
    const text = 'Out of service'
    expect(layOutFlights([], findHours(flights), [{ ...out, from: 0 }])).toEqual([
      [{ kind: 'out', columns: 12, text }],
    ])
  })

  it('is grey before and after the hours of a pilot, and around a flight outside them', () => {
    const text = 'Off'
    const off = [
      { from: 0, to: 120, text },
      { from: 132, to: Infinity, text },
    ]
    const flights = [flightAt('09:00'), flightAt('11:30')]
    expect(kinds(flights, off)).toEqual([
      ['flight 6', 'ground 3', 'out 3', 'free 12', 'out 6', 'flight 6', 'ground 3', 'out 9'],
    ])
  })

  it('finds the column of a clock only within its hours', () => {
    const hours = findHours([flightAt('09:30')])
    expect(findColumn('09:42', hours)).toBe(8)
    expect(findColumn('12:00', hours)).toBeUndefined()
  })

  it('goes on after midnight', () => {
    expect(listHours(findHours([flightAt('23:30')]))).toEqual(['23:00', '00:00'])
  })
})

describe('the state of a flight', () => {
  it.each([
    [{}, 'Scheduled'],
    [{ needs: ['no_pilot', 'no_aircraft'] }, 'No aircraft'],
    [{ needs: ['no_pilot', 'weight_missing'] }, 'No pilot'],
    [{ needs: ['too_heavy'] }, 'Too heavy'],
    [{ needs: ['short_turnaround'] }, 'Turnaround'],
    [{ needs: ['weight_missing'], checked_in: 2 }, 'In 2/3'],
    [{ checked_in: 2, guests_late: 1 }, 'In 2/3, 1 guest late'],
    [{ guests_late: 3 }, 'In 0/3, 3 guests late'],
    [{ delay_mins: 12, guests_late: 1 }, '12 min late'],
    [{ needs: ['weight_missing'] }, 'Weights'],
    [{ delay_mins: 12 }, '12 min late'],
    [{ status: 'delayed' }, 'Delayed'],
    [{ status: 'delayed', scheduled_at: '2027-05-26T09:00:00.000Z' }, '+30 min'],
    [{ status: 'departed' }, 'In the air'],
    [{ status: 'landed' }, 'Landed'],
    [{ status: 'called_off', needs: [] }, 'Called off'],
  ] as [Partial<BoardFlight>, string][])('%j', (over, text) => {
    expect(describeFlight(flightAt('09:30', over)).text).toBe(text)
  })
})

it('the head counts flights, aircraft and seats without what is called off', () => {
  const flights = [
    flightAt('09:30', { status: 'landed' }),
    flightAt('10:30', { aircraft_id: 8 }),
    flightAt('11:30', { status: 'called_off' }),
  ]
  expect(describeBoard(flights)).toBe(
    '2 flights on 2 aircraft, 6 of 8 seats. 1 landed, 0 in the air, 1 to go.',
  )
})

it('a span is said in hours and minutes', () => {
  expect(formatSpan(125)).toBe('2 h 05')
})

describe('an address of the board', () => {
  const view = { date: null, by: null, terminal: null, flight: null, undo: null } as const

  it('has only what is not usual, and keeps no undo', () => {
    expect(boardHref(view)).toBe('/staff/board')
    expect(boardHref({ ...view, undo: 'pilot.0' }, { by: 'pilot', flight: 12 })).toBe(
      '/staff/board?by=pilot&flight=12',
    )
  })

  it('says what was before', () => {
    expect(readUndo({ ...view, undo: 'aircraft.7' })).toEqual({ what: 'aircraft', was: 7 })
    expect(readUndo({ ...view, undo: 'pilot.0' })).toEqual({ what: 'pilot', was: null })
    expect(readUndo(view)).toBeUndefined()
  })
})
