import { z } from 'zod'
import { Dollars, Id, Instant, LocalDate, LocalTime, WHOLE_MAX } from '../primitives.ts'

/** How forms write a value with its own schema as lines of text, where JSON would be hard to type. */
export interface ShapeLines {
  format: (value: unknown) => string
  /** Returns what it cannot read as it is, for the schema to refuse. */
  parse: (text: string) => unknown
}

/** The type of a field, from which its schema, its column and its form control are derived. */
export type FieldKind =
  | {
      kind: 'text'
      max?: number
      lines?: true
      pattern?: { is: RegExp; message: string }
      case?: 'upper' | 'lower'
    }
  | { kind: 'flag' }
  | { kind: 'whole'; min?: number; max?: number }
  | { kind: 'number'; min: number; max: number }
  /** Dollars in requests and replies, cents in the table. */
  | { kind: 'dollars' }
  /** Percent in requests and replies, hundredths of a percent in the table. */
  | { kind: 'percent'; max?: number }
  | { kind: 'instant' }
  | { kind: 'date' }
  | { kind: 'time' }
  | { kind: 'zone' }
  /** `words`: labels for the values that do not describe themselves. */
  | { kind: 'choice'; of: readonly string[]; words?: Readonly<Record<string, string>> }
  /** The id of a row of another resource; `to` is the plural of that resource. */
  | { kind: 'id'; to: string }
  | { kind: 'ids'; to: string }
  | { kind: 'texts' }
  /** A value with its own schema. */
  | { kind: 'shape'; schema: z.ZodType; lines?: ShapeLines }

export type Field = FieldKind & {
  /** The label in forms and tables; by default derived from the name of the field. */
  label?: string
  help?: string
  /** The key of the resource's group that shows the field in a long form. */
  group?: string
  /** Required when a row is created; other fields have a default or stay empty. */
  required?: true
  /**
   * For a required field: a call may omit it, because it can be derived from the others; forms ask
   * for it.
   */
  defaulted?: true
  nullable?: true
  /** The field is set when the row is created and never changes. */
  fixed?: true
  /** The field is read-only. */
  readOnly?: true
  /** Lists can be filtered by the field. */
  filter?: true
  /** For an instant: lists can be filtered to the range from `…_from` to before `…_until`. */
  span?: true
}

const NO_CONTROLS = /^[^\p{Cc}]*$/u
const LINES_ONLY = /^[^\p{Cc}]*(?:\r?\n[^\p{Cc}]*)*$/u

const EARLIEST = Date.UTC(2000, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
const inReach = (text: string) => Date.parse(text) >= EARLIEST && Date.parse(text) < LATEST
const OUT_OF_REACH = 'Must be between the years 2000 and 2100'

export const RowId = Id

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function textTaken(field: Field & { kind: 'text' }) {
  const text = z
    .string({ error: 'This field is required' })
    .trim()
    .max(field.max ?? 200, `Write at most ${String(field.max ?? 200)} characters`)
    .regex(field.lines ? LINES_ONLY : NO_CONTROLS, 'Must be plain text')
  const cased =
    field.case === 'upper' ? text.toUpperCase() : field.case === 'lower' ? text.toLowerCase() : text
  const filled = field.required || field.nullable ? cased.min(1, 'This field is required') : cased
  return field.pattern ? filled.regex(field.pattern.is, field.pattern.message) : filled
}

function requestValueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return textTaken(field)
    case 'flag':
      return z.boolean()
    case 'whole':
      return z
        .number()
        .int()
        .min(field.min ?? 0)
        .max(field.max ?? WHOLE_MAX)
    case 'number':
      return z.number().min(field.min).max(field.max)
    case 'dollars':
      return Dollars.refine((value) => value >= 0 && value <= 1_000_000, 'Must be from 0 to 1,000,000')
    case 'percent':
      return Dollars.refine((value) => value >= 0 && value <= (field.max ?? 1000), 'Must be a percentage')
    case 'instant':
      return Instant.refine(inReach, OUT_OF_REACH)
    case 'date':
      return LocalDate.refine(inReach, OUT_OF_REACH)
    case 'time':
      return LocalTime
    case 'zone':
      return z.string().max(60).refine(isZone, 'Must be a time zone like America/New_York')
    case 'choice':
      return z.enum(field.of)
    case 'id':
      return RowId
    case 'ids':
      return z.array(RowId).max(500)
    case 'texts':
      return z.array(z.string().trim().min(1).max(500).regex(NO_CONTROLS, 'Must be plain text')).max(50)
    case 'shape':
      return field.schema
  }
}

/** The schema of the field in requests. */
export const requestFieldSchema = (field: Field): z.ZodType =>
  field.nullable ? requestValueSchema(field).nullable() : requestValueSchema(field)

function replyValueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
    case 'zone':
      return z.string()
    case 'whole':
      return z.number().int()
    case 'number':
    case 'percent':
      return z.number()
    case 'dollars':
      return Dollars
    case 'instant':
      return Instant
    case 'ids':
      return z.array(RowId)
    case 'texts':
      return z.array(z.string())
    default:
      return requestValueSchema(field)
  }
}

/**
 * The schema of the field in replies, which also accepts values stored before a limit was
 * introduced.
 */
export const replyFieldSchema = (field: Field): z.ZodType =>
  field.nullable ? replyValueSchema(field).nullable() : replyValueSchema(field)
