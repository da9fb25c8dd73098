import { type Seating, type TakenSeat } from '#contract/seating.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'

/** The name of the field of a seat. */
export const seatField = (seat: string): string => `seat_${seat}`

/** The form that gives seats: one choice for each seat. */
export const seatsShape = (seats: readonly { name: string }[]): FormShape => ({
  id: 'seats',
  labels: {
    seats: 'Seats',
    ...Object.fromEntries(seats.map(({ name }) => [seatField(name), `Seat ${name}`])),
  },
  elsewhere: ['seats'],
})

/** The seats that a form showed: `1L 12,3C 14`. */
export const formatTaken = (seats: Seating['seats']): string =>
  seats.flatMap(({ name, passenger_id: id }) => (id === null ? [] : [`${name} ${String(id)}`])).join(',')

export function parseTaken(text: string): TakenSeat[] {
  return text.split(',').flatMap((one) => {
    const [name = '', id = ''] = one.split(' ')
    return /^\d{1,9}$/.test(id) ? [{ name, passenger_id: Number(id) }] : []
  })
}

/** What the address asks of the seats. */
export type SeatsAsked = 'change' | 'propose' | undefined

export const readSeatsAsked = (text: string | null): SeatsAsked =>
  text === 'change' || text === 'propose' ? text : undefined

/** A proposal that fills the form; null if no seating keeps the limits. */
export interface SeatsView {
  asked: SeatsAsked
  proposed: TakenSeat[] | null
}
