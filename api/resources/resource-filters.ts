import { z } from 'zod'
import { Instant, LocalDate, LocalTime } from '#contract/primitives.ts'
import { type Field, requestFieldSchema } from '#contract/resources/field.ts'
import { type RowFilter, type RowSpans } from './read-rows.ts'
import { type Resource, type Wire } from './resource.ts'
import { IdList } from '../http/list-query.ts'

function textFilterOf({ kind }: Field) {
  if (kind === 'date') return LocalDate
  if (kind === 'time') return LocalTime
  if (kind === 'instant') return Instant
  return z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}]*$/u, 'Must be plain text')
}

function filterOf(field: Field): z.ZodType {
  if (field.kind === 'id') return IdList
  if (field.kind === 'flag') return z.stringbool().transform((flag) => [flag])
  if (field.kind === 'choice') return z.enum(field.of).transform((one) => [one])
  return textFilterOf(field).transform((text) => [text])
}

/** The query schema for a resource's filters. */
export function filterQuery(resource: Resource): Record<string, z.ZodType> {
  const filters: Record<string, z.ZodType> = { id: IdList.optional(), 'id[]': IdList.optional() }
  const named = Object.entries(resource.shape.fields).filter(([, { filter }]) => filter)
  for (const name of Object.keys(resource.idFilters ?? {})) filters[name] = IdList.optional()
  for (const [name, field] of named) {
    filters[name] = filterOf(field).optional()
    if (field.kind === 'id') filters[`${name}[]`] = IdList.optional()
  }
  for (const name of spansOf(resource)) {
    filters[`${name}_from`] = requestFieldSchema({ kind: 'instant' }).optional()
    filters[`${name}_until`] = requestFieldSchema({ kind: 'instant' }).optional()
  }
  return filters
}

const spansOf = ({ shape }: Resource) =>
  Object.entries(shape.fields).flatMap(([name, { span }]) => (span ? [name] : []))

/** `brand_id=1` and `brand_id[]=1&brand_id[]=4` as one list for each requested field. */
export function readFilters(resource: Resource, query: Wire): RowFilter {
  const filters: Record<string, unknown[]> = {}
  for (const key of Object.keys(filterQuery(resource))) {
    const values = query[key]
    if (!Array.isArray(values)) continue
    const name = key.replace(/\[\]$/, '')
    filters[name] = [...(filters[name] ?? []), ...values]
  }
  return filters
}

/** `at_from=…&at_until=…` as the requested periods. */
export function readSpans(resource: Resource, query: Wire): RowSpans {
  const at = (key: string) => {
    const value = query[key]
    return typeof value === 'string' ? new Date(value) : undefined
  }
  return Object.fromEntries(
    spansOf(resource).map((name) => [name, { from: at(`${name}_from`), until: at(`${name}_until`) }]),
  )
}
