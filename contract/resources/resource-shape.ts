import { z } from 'zod'
import { ListMeta } from '../primitives.ts'
import { type Field, RowId, requestFieldSchema, replyFieldSchema } from './field.ts'

/**
 * The declaration of a resource of `/v1`. Its schemas, documentation, tables and forms are derived
 * from it.
 */
export interface ResourceShape {
  /** The path segment and the key of lists: `terminals`. */
  plural: string
  /** The key of a single row: `terminal`. */
  singular: string
  /** The singular and the plural in words, as pages show them. */
  one: string
  many: string
  /** The description of the resource in the documentation of `/v1`. */
  about: string
  /** The field whose value identifies a row to people. */
  named: string
  /** The groups of a long form, in order. When there are groups, every field belongs to one. */
  groups?: readonly { key: string; title: string; about: string }[]
  fields: Readonly<Record<string, Field>>
  /**
   * Fields that several people set: a change may send the value that was read as `<name>_was`, and
   * is refused (409) when somebody else has set another one.
   */
  compared?: readonly string[]
}

/** Returns the declaration unchanged and keeps the literal types of its keys. */
export const shape = <S extends ResourceShape>(declared: S): S => declared

type Shaped = Pick<ResourceShape, 'fields' | 'singular' | 'plural' | 'compared'>
type Schemas = Record<string, z.ZodType>

const entries = ({ fields }: Pick<ResourceShape, 'fields'>) => Object.entries(fields)

/** The schema of one row in replies. */
export function rowSchema(shape: Shaped): z.ZodObject<Schemas> {
  const fields: Schemas = { id: RowId }
  for (const [name, field] of entries(shape)) fields[name] = replyFieldSchema(field)
  return z.object(fields)
}

/**
 * @param row The schema of the row, where replies have more than its own fields.
 */
export const oneReplySchema = (shape: Shaped, row: z.ZodObject = rowSchema(shape)): z.ZodObject<Schemas> =>
  z.object({ [shape.singular]: row })

export const listReplySchema = (shape: Shaped, row: z.ZodObject = rowSchema(shape)): z.ZodObject<Schemas> =>
  z.object({ [shape.plural]: z.array(row), meta: ListMeta })

/**
 * The schema for creating a row: the required fields without a derived value, and any optional
 * ones.
 */
export function creationSchema(shape: Shaped): z.ZodObject<Schemas> {
  const fields: Schemas = {}
  for (const [name, field] of entries(shape)) {
    if (!field.readOnly)
      fields[name] =
        field.required && !field.defaulted ? requestFieldSchema(field) : requestFieldSchema(field).optional()
  }
  return z.object(fields)
}

/** The name under which a change sends the value of a field that was read. */
export const readName = (name: string): string => `${name}_was`

/** Whether a `PATCH` may change a field; other fields may be sent back unchanged. */
export const isChangeable = (field: Field): boolean => !field.readOnly && !field.fixed

/**
 * The schema for changing a row; omitted fields stay unchanged. A row may be sent back as it was
 * read.
 */
export function changeSchema(shape: Shaped, row: z.ZodObject = rowSchema(shape)): z.ZodObject<Schemas> {
  const asRead = z.unknown().optional().describe('As it is: it cannot be changed')
  const fields: Schemas = Object.fromEntries(Object.keys(row.shape).map((name) => [name, asRead]))
  for (const [name, field] of entries(shape)) {
    fields[name] = isChangeable(field) ? requestFieldSchema(field).optional() : asRead
    if (shape.compared?.includes(name)) fields[readName(name)] = requestFieldSchema(field).optional()
  }
  return z.strictObject(fields)
}

/** The body of `POST /v1/{plural}`, wrapped in the singular name. */
export const createRequestSchema = (shape: Shaped): z.ZodObject<Schemas> =>
  z.object({ [shape.singular]: creationSchema(shape) })

/** The body of `PATCH /v1/{plural}/{id}`. */
export const changeRequestSchema = (
  shape: Shaped,
  row: z.ZodObject = rowSchema(shape),
): z.ZodObject<Schemas> => z.object({ [shape.singular]: changeSchema(shape, row) })

/** A field's name in words: `seat_price` → "Seat price". */
export function getFieldLabel(name: string, field: Pick<Field, 'label'>): string {
  if (field.label !== undefined) return field.label
  const words = name.replace(/_ids?$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
