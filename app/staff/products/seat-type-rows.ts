import { z } from 'zod'
import { type PassengerType, MOST_PASSENGER_TYPES } from '#contract/passenger-type.ts'
import { formatPercent } from '../../format/format-percent.ts'

/** A passenger type as it is typed: every value as a text, ticks as `yes`. */
export interface TypedSeatType {
  id: string
  name: string
  note: string
  percent_off: string
  min_age: string
  max_age: string
  needs_adult: string
  active: string
  order: string
}

export const TYPE_FIELDS = [
  'id',
  'name',
  'note',
  'percent_off',
  'min_age',
  'max_age',
  'needs_adult',
  'active',
  'order',
] as const satisfies (keyof TypedSeatType)[]

/** The name of a row's field in the form: `type_0_name`. */
export const typeFieldName = (row: number, field: keyof TypedSeatType): string =>
  `type_${String(row)}_${field}`

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The rows of the form for what is known or was typed, as JSON: all types and an empty row for one more. */
export function listTypedRows(known: unknown): TypedSeatType[] {
  const types = readTypes(known)
  const rows = types.map((type, index) => ({
    id: textOf(type['id']),
    name: textOf(type['name']),
    note: textOf(type['note']),
    percent_off: textOf(type['percent_off']),
    min_age: textOf(type['min_age']),
    max_age: textOf(type['max_age']),
    needs_adult: type['needs_adult'] === true ? 'yes' : '',
    active: type['active'] === true ? 'yes' : '',
    order: String(index + 1),
  }))
  return rows.length < MOST_PASSENGER_TYPES ? [...rows, emptyRow(types, rows.length)] : rows
}

const emptyRow = (types: readonly Record<string, unknown>[], at: number): TypedSeatType => ({
  id: String(Math.max(0, ...types.map(({ id }) => Number(id) || 0)) + 1),
  ...{ name: '', note: '', percent_off: '', min_age: '', max_age: '', needs_adult: '', active: 'yes' },
  order: String(at + 1),
})

const Types = z.array(z.record(z.string(), z.unknown()))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readTypes(known: unknown): Record<string, unknown>[] {
  if (typeof known !== 'string' || known === '') return []
  const read = Types.safeParse(parseJson(known))
  return read.success ? read.data : []
}

/** A typed number; what is none stays as it was typed, for the service to refuse. */
const numberIn = (text: string): number | string => {
  const plain = text.replace('%', '').trim()
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text.trim()
}

const ageIn = (text: string) => (text.trim() === '' ? null : numberIn(text))

/**
 * The typed rows as the value of `passenger_types`, in the order that was typed. A row without a name and
 * without a percentage is none.
 */
export const toTypesText = (rows: readonly TypedSeatType[]): string =>
  JSON.stringify(
    rows
      .filter(({ name, percent_off: off }) => name.trim() !== '' || off.trim() !== '')
      .toSorted((a, b) => (Number(a.order) || 0) - (Number(b.order) || 0))
      .map((row) => ({
        id: numberIn(row.id),
        name: row.name.trim(),
        note: row.note.trim(),
        percent_off: numberIn(row.percent_off),
        min_age: ageIn(row.min_age),
        max_age: ageIn(row.max_age),
        needs_adult: row.needs_adult === 'yes',
        active: row.active === 'yes',
      })),
    null,
    2,
  )

/** "Child 20% less, Resident 10% less (off)": the types as a sentence of a conflict names them. */
export function describeTypes(text: string): string {
  const types = readTypes(text) as unknown as readonly PassengerType[]
  if (types.length === 0) return 'nothing'
  return types
    .map(
      ({ name, percent_off: off, active }) => `${name} ${formatPercent(off)} less${active ? '' : ' (off)'}`,
    )
    .join(', ')
}
