import { type Field } from '#contract/resources/field.ts'
import { toCents, toDollars } from '../rules/money/money.ts'
import { columnName, type Resource, type Row, type Wire } from './resource.ts'

/** A row as `/v1` tells it. */
export function presentRow(resource: Resource, row: Row): { id: number } & Wire {
  const told: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(resource.shape.fields)) {
    const mapped = resource.mapped?.[name]
    if (mapped) told[name] = mapped.read(row)
    else if (resource.links?.[name]) told[name] = row[camelLink(name, row)] ?? []
    else told[name] = toWire(field, row[columnName(resource, name, field)] ?? null)
  }
  return { id: Number(row[resource.idColumn ?? 'id']), ...told }
}

/**
 * The remembered catalogue names linked lists as columns are named, a row read here as the wire
 * names them.
 */
const camelLink = (name: string, row: Row): string =>
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

/** What was sent, as columns of the table; linked lists apart. */
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
