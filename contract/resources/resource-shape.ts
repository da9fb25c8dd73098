import { z } from 'zod'
import { ListMeta } from '../primitives.ts'
import { type Field, RowId, requestFieldSchema, replyFieldSchema } from './field.ts'

/**
 * What `/v1` says of one kind of thing. Schemas, documents, tables and forms all follow from it.
 */
export interface ResourceShape {
  /** Its part of the address and the key of its lists: `terminals`. */
  plural: string
  /** The key of one: `terminal`. */
  singular: string
  /** In words, as pages call one and several. */
  one: string
  many: string
  /** What it is, for the description of `/v1`. */
  about: string
  /** The field that names a row. */
  named: string
  /**
   * The parts of its form, in order, where one list of fields would be too long. Every field names
   * one of them.
   */
  groups?: readonly { key: string; title: string; about: string }[]
  fields: Readonly<Record<string, Field>>
}

/** Hands a declaration back with its own keys. */
export const shape = <S extends ResourceShape>(declared: S): S => declared

type Shaped = Pick<ResourceShape, 'fields' | 'singular' | 'plural'>
type Schemas = Record<string, z.ZodType>

const entries = ({ fields }: Pick<ResourceShape, 'fields'>) => Object.entries(fields)

/** One row as `/v1` tells it. */
export function rowSchema(shape: Shaped): z.ZodObject<Schemas> {
  const fields: Schemas = { id: RowId }
  for (const [name, field] of entries(shape)) fields[name] = replyFieldSchema(field)
  return z.object(fields)
}

/** @param row what calls tell of one, where that is more than its own fields */
export const oneReplySchema = (shape: Shaped, row: z.ZodObject = rowSchema(shape)): z.ZodObject<Schemas> =>
  z.object({ [shape.singular]: row })

export const listReplySchema = (shape: Shaped, row: z.ZodObject = rowSchema(shape)): z.ZodObject<Schemas> =>
  z.object({ [shape.plural]: z.array(row), meta: ListMeta })

/**
 * The fields that make a row: the required ones that do not follow from them, and any of the
 * others.
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

/** Whether a change may set a field; others may be sent along as they are. */
export const isChangeable = (field: Field): boolean => !field.readOnly && !field.fixed

/**
 * What a change may name; whatever is left out stays as it is. A row may be sent back as it was
 * read.
 */
export function changeSchema(shape: Shaped, row: z.ZodObject = rowSchema(shape)): z.ZodObject<Schemas> {
  const asRead = z.unknown().optional().describe('As it is: it cannot be changed')
  const fields: Schemas = Object.fromEntries(Object.keys(row.shape).map((name) => [name, asRead]))
  for (const [name, field] of entries(shape)) {
    fields[name] = isChangeable(field) ? requestFieldSchema(field).optional() : asRead
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
