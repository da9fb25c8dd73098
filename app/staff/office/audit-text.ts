import { findStaffShape } from '#contract/resources/catalogue-desk.ts'
import { type Field } from '#contract/resources/field.ts'
import { getFieldLabel } from '#contract/resources/resource-shape.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { findReference, nameReference, type ReferenceNames } from './audit-references.ts'
import { type AuditEntry } from './load-audit.server.ts'

/** The change of one field; a created or deleted row has only one side. */
export interface DescribedChange {
  label: string
  before: string | null
  after: string | null
}

const LONGEST = 160
/** A state or a kind: `checked_in`. */
const NAME = /^[a-z]+(?:_[a-z]+)+$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/**
 * The changed fields of an entry in words, in the recorded order. Some acts record what they were
 * about beside what they changed; a value that stayed the same is left out.
 */
export function describeChanges(
  { resource, before, after }: Pick<AuditEntry, 'resource' | 'before' | 'after'>,
  { zone, names: known }: { zone: string; names: ReferenceNames },
): DescribedChange[] {
  const shape = findStaffShape(resource)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const describeValue = (row: Record<string, unknown> | null, name: string) => {
    if (!row) return null
    const to = findReference(resource, name)
    return (
      (to === undefined ? undefined : nameReference(row[name], to, known)) ??
      inWords(row[name], zone, shape?.fields[name])
    )
  }
  return names
    .filter((name) => name !== 'id' && !isUnchanged(before, after, name))
    .map((name) => {
      const label = getFieldLabel(name, shape?.fields[name] ?? {})
      const [was, is] = [describeValue(before, name), describeValue(after, name)]
      return was === is ? { label, before: null, after: CHANGED_BEYOND } : { label, before: was, after: is }
    })
}

type Values = AuditEntry['before']

/** Whether both sides have the same value; one that is missing and one that is empty count as the same. */
const isUnchanged = (before: Values, after: Values, name: string): boolean =>
  before !== null &&
  after !== null &&
  JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null)

/** Two values that read the same, such as long texts that differ at their ends. */
const CHANGED_BEYOND = 'changed, beyond what is shown here'

function inWords(value: unknown, zone: string, field: Field | undefined): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && field?.kind === 'dollars') return formatDollars(value)
  if (typeof value === 'number' && field?.kind === 'percent') return formatPercent(value)
  if (typeof value === 'string' && MOMENT.test(value)) return formatDateTime(value, zone)
  if (typeof value === 'string' && NAME.test(value)) return value.replaceAll('_', ' ')
  if (Array.isArray(value) && value.length === 0) return 'nothing'
  const plain = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  const text = plain ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** The page of the changed row, if there is one. */
export function findSubjectPath(resource: string, id: number): string | null {
  if (resource === 'orders') return `/staff/orders/${String(id)}`
  if (resource === 'customer_merges') return `/staff/customers/${String(id)}`
  if (resource === 'texts') return '/staff/texts'
  if (resource === 'mails' || resource === 'mail_bounces') return '/staff/mails?state=bounced'
  if (resource === 'approvals') return '/staff/approvals?state=all'
  if (resource === 'jobs') return '/staff/jobs'
  if (resource === 'users') return '/staff/people'
  if (resource === 'flights') return `/staff/flights/${String(id)}`
  if (resource === 'api_keys' || resource === 'webhook_endpoints') return '/staff/integrations'
  return findStaffShape(resource) ? `/staff/catalogue/${resource}/${String(id)}` : null
}
