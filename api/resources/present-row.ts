import { type Field } from '#contract/resources/field.ts'
import { toCents, toDollars } from '../rules/money/money.ts'
import { columnName, type Resource, type Row, type Wire } from './resource.ts'

/** Converts a row to its fields on the wire. */
export function presentRow(resource: Resource, row: Row): { id: number } & Wire {
  const presented: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(resource.shape.fields)) {
    const mapped = resource.mapped?.[name]
    if (mapped) presented[name] = mapped.read(row)
    else if (resource.links?.[name]) presented[name] = row[linkProperty(name, row)] ?? []
    else presented[name] = toWire(field, row[columnName(resource, name, field)] ?? null)
  }
  return { id: Number(row[resource.idColumn ?? 'id']), ...presented }
}

/**
 * The cached catalogue uses camel-case names for linked lists, rows from the database use wire
 * names.
 */
const linkProperty = (name: string, row: Row): string =>
  name in row ? name : name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function toWire(field: Field, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'number') return value
  if (field.kind === 'dollars') return toDollars(value)
  return field.kind === 'percent' ? value / 100 : value
}

function toColumn(field: Field, value: unknown): unknown {
  if (value === null) return null
  if (field.kind === 'dollars' || field.kind === 'percent') return toCents(Number(value))
  return field.kind === 'instant' ? new Date(String(value)) : value
}

/** Converts sent fields to columns of the table and to linked lists. */
export function toColumns(resource: Resource, sent: Wire): { values: Row; links: Map<string, unknown[]> } {
  const values: Record<string, unknown> = {}
  const links = new Map<string, unknown[]>()
  for (const [name, field] of Object.entries(resource.shape.fields)) {
    const value = sent[name]
    if (value === undefined || field.readOnly) continue
    const mapped = resource.mapped?.[name]
    if (mapped) Object.assign(values, mapped.set?.(value))
    else if (resource.links?.[name]) links.set(name, Array.isArray(value) ? [...new Set(value)] : [])
    else values[columnName(resource, name, field)] = toColumn(field, value)
  }
  return { values, links }
}
