import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { type Field } from '#contract/resources/field.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'
import { toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { listFormFields, type RowFormValues } from './row-input.ts'
import { dollarsIn } from '../parts/parse-dollars.server.ts'

export type Row = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** `2027-03-01T09:00` in local time, to the minute. */
const wallClock = (instant: string, zone: string) =>
  `${toLocalDate(instant, zone)}T${toLocalTime(instant, zone)}`

/**
 * A row as the form shows it.
 *
 * @param zone of the instants
 */
export function toRowFormValues(shape: ResourceShape, row: Row, zone: string): RowFormValues {
  const typed: RowFormValues = {}
  for (const [name, field] of Object.entries(shape.fields)) {
    const value = row[name]
    if (field.kind === 'ids') typed[name] = Array.isArray(value) ? value.map(textOf) : []
    else if (field.kind === 'texts') typed[name] = Array.isArray(value) ? value.map(textOf).join('\n') : ''
    else if (field.kind === 'shape') typed[name] = value === undefined ? '' : JSON.stringify(value, null, 2)
    else if (field.kind === 'instant') typed[name] = typeof value === 'string' ? wallClock(value, zone) : ''
    else typed[name] = textOf(value)
  }
  return typed
}

/** The typed values, as the form shows them again. */
export function readRowFormValues(shape: ResourceShape, form: FormData): RowFormValues {
  const typed: RowFormValues = {}
  for (const [name, field] of Object.entries(shape.fields)) {
    const all = form.getAll(name).filter((one) => typeof one === 'string')
    typed[name] = field.kind === 'ids' ? all : field.kind === 'flag' ? String(all.length > 0) : (all[0] ?? '')
  }
  return typed
}

const Kept = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** The row at the time its form was rendered, and its ETag; undefined if the form has none. */
export function readOriginalRow(
  form: FormData,
): { original: RowFormValues; tag: string | undefined } | undefined {
  const [was, tag] = [form.get('was'), form.get('tag')]
  if (typeof was !== 'string') return undefined
  const saved = Kept.safeParse(readJson(was))
  return saved.success
    ? { original: saved.data, tag: typeof tag === 'string' && tag !== '' ? tag : undefined }
    : undefined
}

const plain = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.toSorted().join('\n') : (value ?? '').replaceAll('\r\n', '\n').trim()

/** The fields whose values differ. */
export const listChangedFields = (shape: ResourceShape, now: RowFormValues, was: RowFormValues): string[] =>
  listFormFields(shape, false).flatMap(([name]) => (plain(now[name]) === plain(was[name]) ? [] : [name]))

/**
 * The request body for `/v1`. A value that cannot be parsed is sent as typed, so that the service
 * refuses it with its message.
 *
 * @param names the fields to send
 */
export function buildRowBody(
  shape: ResourceShape,
  form: FormData,
  { names, zone, changing }: { names: readonly string[]; zone: string; changing: boolean },
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const name of names) {
    const field = shape.fields[name]
    const texts = form.getAll(name).filter((one) => typeof one === 'string')
    const value = field && valueOf(field, texts, zone)
    if (value !== undefined) sent[name] = value
    // An emptied field that must not be empty is sent, so that the service refuses it instead of
    // keeping the old value.
    else if (changing && texts.length > 0) sent[name] = ''
  }
  return { [shape.singular]: sent }
}

function valueOf(field: Field, all: string[], zone: string): unknown {
  const text = (all[0] ?? '').trim()
  if (field.kind === 'flag') return all.length > 0
  if (field.kind === 'ids') return all.map(Number)
  if (field.kind === 'texts')
    return text
      .split(/\r?\n/)
      .map((one) => one.trim())
      .filter((one) => one !== '')
  if (text === '') return field.nullable ? null : field.kind === 'text' ? '' : undefined
  switch (field.kind) {
    case 'whole':
    case 'number':
    case 'dollars':
    case 'percent':
    case 'id': {
      const number = dollarsIn(text.replaceAll('%', ''))
      return Number.isNaN(number) ? text : number
    }
    case 'instant':
      return parseLocalInstant(text, zone)
    case 'shape':
      return readJson(text)
    default:
      return text
  }
}

/** The instant of a local time; a text that names a zone keeps it. */
export function parseLocalInstant(text: string, zone: string): string {
  try {
    return new Date(
      Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds,
    ).toISOString()
  } catch {
    return Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
