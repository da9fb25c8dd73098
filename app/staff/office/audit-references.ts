import { findStaffShape, staffShapes } from '#contract/resources/catalogue-desk.ts'

/** The names of rows that entries of the log refer to, by the plural of their resource and by id. */
export type ReferenceNames = Readonly<Record<string, Readonly<Record<number, string>>>>

interface Line {
  resource: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Fields that name people, in entries without a declaration. */
const PEOPLE = [
  'user_id',
  'pilot_id',
  'author_id',
  'customer_id',
  'asked_by',
  'decided_by',
  'given_by',
  'done_by',
  'seller_id',
]

/** The resource that a field of an entry refers to; undefined for plain values. */
export function findReference(resource: string, field: string): string | undefined {
  const declared = findStaffShape(resource)?.fields[field]
  if (declared) return declared.kind === 'id' || declared.kind === 'ids' ? declared.to : undefined
  return PEOPLE.includes(field) ? 'users' : BY_FIELD[field]
}

/** What the declared resources call their references; other entries use the same names. */
const BY_FIELD: Readonly<Record<string, string | undefined>> = {
  order_id: 'orders',
  aircraft_id: 'aircraft',
  terminal_id: 'terminals',
  upgrade_id: 'upgrades',
  ...Object.fromEntries(
    staffShapes.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) =>
        field.kind === 'id' || field.kind === 'ids' ? [[name, field.to] as const] : [],
      ),
    ),
  ),
}

const idsIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => Number.isInteger(one))

/** The ids that the entries of a page refer to, by resource, each once. */
export function listReferences(lines: readonly Line[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { resource, before, after } of lines) {
    for (const [field, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      const plural = findReference(resource, field)
      if (plural !== undefined) found.set(plural, [...(found.get(plural) ?? []), ...idsIn(value)])
    }
  }
  return new Map([...found].map(([plural, ids]) => [plural, [...new Set(ids)]]))
}

/** A referring value by the names of its rows; a row that is gone keeps its number. */
export function nameReference(value: unknown, plural: string, names: ReferenceNames): string | undefined {
  const ids = idsIn(value)
  if (ids.length === 0) return undefined
  if (plural === 'orders') return ids.map((id) => `O-${String(id)}`).join(', ')
  return ids.map((id) => names[plural]?.[id] ?? `number ${String(id)}`).join(', ')
}
