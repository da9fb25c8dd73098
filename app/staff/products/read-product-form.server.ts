import { z } from 'zod'
import { MOST_PASSENGER_TYPES } from '#contract/passenger-type.ts'
import { type ProductSheet, productSheetShape } from '#contract/product-sheet.ts'
import { LocalDate } from '#contract/primitives.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { isSent, SentText, SentTexts } from '../../ui/form/sent-values.server.ts'
import {
  listChangedFields,
  readRowFormValues,
  rowForm,
  toRowFormValues,
} from '../catalogue/parse-row.server.ts'
import { type RowFormValues } from '../catalogue/row-input.ts'
import { addDays } from '../parts/add-days.ts'
import { jsonOf } from '../parts/confirmed-form.server.ts'
import { parseLocalInstant } from '../parts/local-instant.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { TYPE_FIELDS, toTypesText, type TypedSeatType, typeFieldName } from './seat-type-rows.ts'
import { PRODUCT_FIELDS, type ProductField } from './product-form.ts'
import { lastDay } from './product-words.ts'
import { ALL_DAYS, cellOf, cellsOf } from './timetable-cells.ts'

/** The values of the form as texts; `fly` are the ticked boxes of the timetable. */
export type ProductValues = RowFormValues & { fly: string[] }

/** A product as its form shows it. */
export function toProductValues(sheet: ProductSheet): ProductValues {
  const { product, timezone, timetable } = sheet
  const { publish_at: from, publish_until: until } = product
  const texts = toRowFormValues(productSheetShape, product, timezone)
  return {
    ...Object.fromEntries(PRODUCT_FIELDS.map((name) => [name, texts[name] ?? ''])),
    publish_at: from === null ? '' : toLocalDate(from, timezone),
    publish_until: until === null ? '' : lastDay(until, timezone),
    fly: cellsOf(timetable),
  }
}

const Values = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const Hidden = z.object({ was: jsonOf(Values), tag: z.string().default(''), key: SentText })

/** The product as it was when the form was made, and the key under which a new one is made once. */
export function readHidden(form: FormData): {
  was: ProductValues | undefined
  tag: string
  key: string | undefined
} {
  const { was, tag, key } = requireForm(form, Hidden)
  return { was: was && { ...was, fly: [was['fly'] ?? []].flat() }, tag, key }
}

const Boxes = z.object({ fly: SentTexts, times: SentTexts, new_time: SentText, new_sunset: SentText })
const NOT_A_TIME = 'Please type a time like 9:30 or 16:30'
const NOT_MINUTES = 'Please type whole minutes from -720 to 720; 0 is the sunset'

export interface TypedTimetable {
  /** Ticked boxes, with a typed time on every day. */
  fly: string[]
  /** The rows of the grid. */
  times: string[]
  /** The row of the typed time. */
  added: string | undefined
  problems: Partial<Record<ProductField, string[]>>
}

/** The boxes of the timetable; a time that is typed below it counts as one that flies every day. */
export function readTimetable(form: FormData): TypedTimetable {
  const { fly, times, new_time: time = '', new_sunset: sunset = '' } = requireForm(form, Boxes)
  const clock = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(time.trim())
  const isTime = clock !== null && Number(clock[1]) < 24 && Number(clock[2]) < 60
  const minutes = Number(sunset.trim())
  const isMinutes = sunset.trim() !== '' && Number.isInteger(minutes) && Math.abs(minutes) <= 720
  const keys = [
    isTime ? [`${(clock[1] ?? '').padStart(2, '0')}:${clock[2] ?? ''}`] : [],
    isMinutes ? [`sunset${String(minutes)}`] : [],
  ].flat()
  const [added] = keys
  return {
    fly: [...new Set([...fly, ...keys.flatMap((key) => ALL_DAYS.map((day) => cellOf(key, day)))])],
    times: [...times, ...keys],
    added,
    problems: {
      ...(time.trim() !== '' && !isTime ? { new_time: [NOT_A_TIME] } : {}),
      ...(sunset.trim() !== '' && !isMinutes ? { new_sunset: [NOT_MINUTES] } : {}),
    },
  }
}

/**
 * Puts the rows of passenger types into the form's one value for them, as the service has it; a form
 * without such rows leaves them as they were.
 */
export function joinSeatTypes(form: FormData, was: ProductValues | undefined): void {
  const rows: TypedSeatType[] = []
  for (let row = 0; row <= MOST_PASSENGER_TYPES; row += 1) {
    if (!isSent(form, typeFieldName(row, 'name'))) continue
    const sent = requireForm(form, typeRow(row))
    rows.push(
      Object.fromEntries(
        TYPE_FIELDS.map((field) => [field, sent[typeFieldName(row, field)] ?? '']),
      ) as unknown as TypedSeatType,
    )
  }
  const kept = was?.['passenger_types']
  form.set('passenger_types', rows.length > 0 ? toTypesText(rows) : typeof kept === 'string' ? kept : '[]')
}

const typeRow = (row: number) =>
  z.object(Object.fromEntries(TYPE_FIELDS.map((field) => [typeFieldName(row, field), SentText])))

/** The typed values of the product's fields. */
export const readProductValues = (form: FormData): RowFormValues => readRowFormValues(productSheetShape, form)

/** The fields whose values differ from those of another version. */
export const listChangedProductFields = (now: RowFormValues, was: RowFormValues): string[] => {
  const known: readonly string[] = PRODUCT_FIELDS
  return listChangedFields(productSheetShape, now, was).filter((name) => known.includes(name))
}

/**
 * The schema of the form: it returns the body of the call with these fields.
 * @param zone the zone of its terminal, in which days begin
 */
export const productForm = (names: readonly string[], zone: string, changing: boolean) =>
  rowForm(productSheetShape, { names, zone, changing, present: () => true }).transform((body) => {
    const sent = { ...(body[productSheetShape.singular] as Record<string, unknown>) }
    return sent
  })

/** The sale ends with the last day and not before it. */
export function endOfLastDay(typed: RowFormValues, zone: string): { publish_until?: string } {
  const day = LocalDate.safeParse(typed['publish_until'])
  return day.success ? { publish_until: parseLocalInstant(addDays(day.data, 1), zone) } : {}
}
