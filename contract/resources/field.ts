import { z } from 'zod'
import { Dollars, Id, Instant, LocalDate, LocalTime, WHOLE_MAX } from '../primitives.ts'

/** What a field holds; from it follow its schema, its column and its place in a form. */
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
  /** Dollars on the wire, cents in the table. */
  | { kind: 'dollars' }
  /** Percent in requests and answers, hundredths of a percent in the table. */
  | { kind: 'percent'; max?: number }
  | { kind: 'instant' }
  | { kind: 'date' }
  | { kind: 'time' }
  | { kind: 'zone' }
  /** `words`: what forms call the values that do not say it themselves. */
  | { kind: 'choice'; of: readonly string[]; words?: Readonly<Record<string, string>> }
  /** The id of a row of another resource, named by its plural. */
  | { kind: 'id'; to: string }
  | { kind: 'ids'; to: string }
  | { kind: 'texts' }
  /** Anything with a schema of its own. */
  | { kind: 'shape'; schema: z.ZodType }

export type Field = FieldKind & {
  /** As forms and tables call it; its name in words unless given. */
  label?: string
  help?: string
  /** Where forms that are long have it: the key of one of the resource's groups. */
  group?: string
  /** Must be sent when a row is made; others have a default or stay empty. */
  required?: true
  /**
   * Of a required one: a call may leave it out, because it follows from the rest; forms ask for it.
   */
  defaulted?: true
  nullable?: true
  /** Set when the row is made, and never again. */
  fixed?: true
  /** Read-only. */
  readOnly?: true
  /** Lists can be narrowed by it. */
  filter?: true
  /** Of an instant: lists can be narrowed to what is not before `…_from` and before `…_until`. */
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

/** What a field may be set to. */
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

/** What a reply may say of it: also what was written before a limit was drawn. */
export const replyFieldSchema = (field: Field): z.ZodType =>
  field.nullable ? replyValueSchema(field).nullable() : replyValueSchema(field)
