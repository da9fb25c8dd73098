import { getTableName } from 'drizzle-orm'
import { readViolatedConstraint, sqlState } from '../db/refused-statement.ts'
import { getColumn, conflict, invalid, isColumn, type Refusal, type Resource } from './resource.ts'

const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const EXCLUSION = '23P01'
const CHECK = '23514'
const NOT_NULL = '23502'
/** A number or a time out of a column's range, or a text that no column accepts. */
const UNFIT = ['22003', '22008', '22007', '22021', '22P05', '22P02']

/**
 * Explains an error of the database to the caller; undefined for errors that are not about a row.
 */
export function explainRefusedRow(resource: Resource, error: unknown): Refusal | undefined {
  const state = sqlState(error)
  const { constraint, table } = readViolatedConstraint(error)
  const fields = fieldsOf(resource, constraint)
  const about = (message: string) => invalid(Object.fromEntries(fields.map((name) => [name, [message]])))
  if (state === EXCLUSION) return conflict('It is taken at that time.')
  if (state === UNIQUE) return about('This is taken already')
  if (state === CHECK || state === NOT_NULL) return about('This does not fit the rest')
  if (state !== undefined && UNFIT.includes(state)) return invalid({ base: ['A value does not fit'] })
  if (state !== FOREIGN_KEY) return undefined
  if (table !== undefined && table !== getTableName(resource.table) && !isLink(resource, table)) {
    return conflict(`This ${resource.shape.one} is in use and stays: ${table.replaceAll('_', ' ')}.`)
  }
  return about('There is no such thing')
}

const isLink = (resource: Resource, table: string): boolean =>
  Object.values(resource.links ?? {}).some((link) => getTableName(link.table) === table)

/** The fields whose columns appear in the constraint's name; `base` if there are none. */
function fieldsOf(resource: Resource, constraint: string): string[] {
  const start = `${getTableName(resource.table)}_`
  const rest = constraint.startsWith(start) ? constraint.slice(start.length) : ''
  const named = Object.entries(resource.shape.fields)
    .filter(([name]) => isColumn(resource, name))
    .filter(([name, field]) => rest.startsWith(`${getColumn(resource, name, field).name}_`))
    .map(([name]) => name)
  const linked = Object.entries(resource.links ?? {})
    .filter(([, { table, other }]) => constraint.startsWith(`${getTableName(table)}_${other.name}_`))
    .map(([name]) => name)
  const all = [...named, ...linked]
  return all.length > 0 ? all : ['base']
}
