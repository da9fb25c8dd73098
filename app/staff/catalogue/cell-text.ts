import { type Field } from '#contract/resources/field.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A value in a list of the catalogue: amounts, percentages and pounds read as on every other page. */
export function cellText(name: string, { kind }: Pick<Field, 'kind'>, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (name === 'day_of_week') return WEEKDAYS[Number(value)] ?? '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (kind === 'dollars') return formatDollars(value)
    if (kind === 'percent') return formatPercent(value)
    return name.endsWith('_lbs') ? value.toLocaleString('en-US') : String(value)
  }
  return typeof value === 'string' ? value.slice(0, 60) : ''
}
