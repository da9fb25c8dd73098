import { z } from 'zod'
import { type FieldErrors } from '#contract/errors.ts'
import { type Field, type ShapeLines } from '#contract/resources/field.ts'
import {
  changeRequestSchema,
  createRequestSchema,
  type ResourceShape,
} from '#contract/resources/resource-shape.ts'
import { toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { listFormFields, type RowFormValues } from './row-input.ts'
import { jsonOf } from '../parts/confirmed-form.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { parseLocalInstant } from '../parts/local-instant.server.ts'
import { dollarsIn } from '../parts/parse-dollars.server.ts'

export type Row = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** `2027-03-01T09:00` in local time, to the minute. */
const wallClock = (instant: string, zone: string) =>
  `${toLocalDate(instant, zone)}T${toLocalTime(instant, zone)}`

/**
 * A row as its form shows it.
 * @param zone the time zone of the instants
 */
export function toRowFormValues(shape: ResourceShape, row: Row, zone: string): RowFormValues {
  const typed: RowFormValues = {}
  for (const [name, field] of Object.entries(shape.fields)) {
    const value = row[name]
    if (field.kind === 'ids') typed[name] = Array.isArray(value) ? value.map(textOf) : []
    else if (field.kind === 'texts') typed[name] = Array.isArray(value) ? value.map(textOf).join('\n') : ''
    else if (field.kind === 'shape') typed[name] = toShapeText(field, value)
    else if (field.kind === 'instant') typed[name] = typeof value === 'string' ? wallClock(value, zone) : ''
    else typed[name] = textOf(value)
  }
  return typed
}

const toShapeText = ({ lines }: { lines?: ShapeLines }, value: unknown): string => {
  if (lines) return value == null ? '' : lines.format(value)
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

const flag = z
  .literal('yes')
  .optional()
  .transform((ticked) => String(ticked === 'yes'))

/** A schema of the texts that a row's form sends. */
const rowTexts = ({ fields }: ResourceShape) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, { kind }]): [string, z.ZodType<string | string[]>] => [
        name,
        kind === 'ids' ? z.array(z.string()) : kind === 'flag' ? flag : z.string().default(''),
      ]),
    ),
  )

/** The submitted values as texts. */
export const readRowFormValues = (shape: ResourceShape, form: FormData): RowFormValues =>
  requireForm(form, rowTexts(shape))

const Kept = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/**
 * The row and its ETag from when the form was rendered; undefined if the form does not send them.
 */
export const OriginalRow = z.object({ was: jsonOf(Kept), tag: z.string().optional() })

const plain = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.toSorted().join('\n') : (value ?? '').replaceAll('\r\n', '\n').trim()

/** The fields whose values differ. */
export const listChangedFields = (shape: ResourceShape, now: RowFormValues, was: RowFormValues): string[] =>
  listFormFields(shape, false).flatMap(([name]) => (plain(now[name]) === plain(was[name]) ? [] : [name]))

interface RowFormOptions {
  /** The fields to send. */
  names: readonly string[]
  /** Whether the form sent a field. */
  present: (name: string) => boolean
  zone: string
  changing: boolean
}

/**
 * The form of a row, made from its declaration: it parses each text by the kind of its field,
 * validates with the schemas of `/v1` and returns the body of the call.
 */
export const rowForm = (shape: ResourceShape, options: RowFormOptions) =>
  rowTexts(shape).transform((typed: RowFormValues, context) => {
    const body = buildRowBody(shape, typed, options)
    const schema = options.changing ? changeRequestSchema(shape) : createRequestSchema(shape)
    for (const { code, path, message } of schema.safeParse(body).error?.issues ?? []) {
      const name = String(path[1] ?? '')
      // The service itself explains which of several kinds of value it expects.
      if (code === 'invalid_union' || !(name in shape.fields)) continue
      context.addIssue({ code: 'custom', path: [name], message: typed[name] === '' ? NEEDED : message })
    }
    return body
  })

const NEEDED = 'This field is required'

/** Errors of `/v1` by field; an empty field says that it is required. */
export const sayRow = (shape: ResourceShape, errors: FieldErrors, typed: RowFormValues): FieldErrors => {
  const said: FieldErrors = {}
  for (const [path, [message]] of Object.entries(errors)) {
    const name = path.split('.')[0] ?? path
    if (message === undefined || !(name in shape.fields)) continue
    said[name] ??= [typed[name] === '' ? NEEDED : message]
  }
  return said
}

function buildRowBody(
  shape: ResourceShape,
  typed: RowFormValues,
  { names, present, zone, changing }: RowFormOptions,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const name of names) {
    const field = shape.fields[name]
    const value = field && valueOf(field, typed[name] ?? '', zone)
    if (value !== undefined) sent[name] = value
    // An emptied field that must not be empty is sent, so that the service refuses it.
    else if (changing && present(name)) sent[name] = ''
  }
  return { [shape.singular]: sent }
}

function valueOf(field: Field, typed: string | string[], zone: string): unknown {
  if (field.kind === 'ids') return [typed].flat().map(Number)
  const text = [typed].flat().join('\n').trim()
  if (field.kind === 'flag') return text === 'true'
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
      return field.lines ? field.lines.parse(text) : readJson(text)
    default:
      return text
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
