import { type Manifest } from '#contract/passenger.ts'
import { type FormShape } from '../../../ui/form/form-shape.ts'
import { nameOf } from '../flight-words.ts'

type Passenger = Manifest['passengers'][number]

/** What was scanned or typed. */
export const FIND_SHAPE = {
  id: 'find-ticket',
  labels: { text: 'Code of the ticket, number of the order, or a name' },
} as const satisfies FormShape

/** The name of the field with a passenger's weight. */
export const weightField = (id: number): string => `weight_${String(id)}`

/** The check-in of a party: who is here, and the weights that nobody told. */
export const partyShape = (people: readonly Passenger[]): FormShape => ({
  id: 'party',
  labels: {
    people: null,
    ...Object.fromEntries(people.map((one) => [weightField(one.id), `Weight of ${nameOf(one)}`])),
  },
  elsewhere: ['people'],
})

/** Where tickets are scanned, which party is shown, and which was checked in last. */
export interface ScanPlace {
  /** The flight that people are checked in for; undefined for all flights of today. */
  flight?: number | undefined
  /** The order of the shown party. */
  order?: number | undefined
  /** The flight of the shown party, or of the last one, where it is not the one above. */
  on?: number | undefined
  /** The order that was checked in last. */
  done?: number | undefined
}

/** The address of the page; the ids in it are no secrets. */
export function scanHref(place: ScanPlace): string {
  const { flight, order, on, done } = place
  const facts = { flight, on: on === flight ? undefined : on, order, done }
  const query = new URLSearchParams(
    Object.entries(facts).flatMap(([name, id]): [string, string][] =>
      id === undefined ? [] : [[name, String(id)]],
    ),
  ).toString()
  return query === '' ? '/staff/scan' : `/staff/scan?${query}`
}
