import { csvText } from '../parts/csv.ts'
import { type AuditEntry } from './load-audit.server.ts'

const HEADS = [
  'Line',
  'Time',
  'Person',
  'E-mail',
  'Key',
  'Act',
  'Resource',
  'Number',
  'Field',
  'Before',
  'After',
]

/**
 * The log as comma-separated values (RFC 4180): a row for each field that changed, with the values as
 * they were written down, so that another program can read them. Times are UTC.
 */
export function auditCsv(entries: readonly AuditEntry[]): string {
  return [HEADS.join(','), ...entries.flatMap(linesOf), ''].join('\r\n')
}

function linesOf({ before, after, who, ...entry }: AuditEntry): string[] {
  const { id, at, key, action, resource, resource_id: number } = entry
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const facts = [String(id), at, who.name, who.email ?? '', key ?? '', action, resource, String(number)]
  const line = (field: string) => [...facts, field, valueOf(before?.[field]), valueOf(after?.[field])]
  return (fields.length === 0 ? [''] : fields).map((field) => line(field).map(csvText).join(','))
}

function valueOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
