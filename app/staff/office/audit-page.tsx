import { type ListMeta } from '#contract/primitives.ts'
import { Field } from '../../ui/field.tsx'
import { MOST_LINES_IN_FILE } from './audit-limit.ts'
import { type AuditEntry, type AuditFilter } from './load-audit.server.ts'
import { type ReferenceNames } from './audit-references.ts'
import { describeChanges, findSubjectPath, type DescribedChange } from './audit-text.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { asTitle, inWords } from '../parts/in-words.ts'
import { countText } from '../parts/list-count.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { type StaffTab, StaffTabs } from '../parts/staff-tabs.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'

interface AuditPageProps {
  entries: AuditEntry[]
  pagination: ListMeta['pagination']
  filter: AuditFilter
  /** The e-mail in the filter is unknown. */
  unknown: boolean
  zone: string
  /** The names of what the entries refer to. */
  names: ReferenceNames
}

const PATH = '/staff/audit'
/** Names that are often searched; any other name may be typed. */
const SUGGESTED = [
  'orders',
  'refunds',
  'credits',
  'vouchers',
  'payments',
  'drawers',
  'agents',
  'agent_statements',
  'day_closings',
  'call_offs',
  'departures',
  'products',
  'discount_codes',
  'flights',
  'passengers',
  'comments',
  'mails',
  'mail_bounces',
  'users',
  'customer_merges',
  'jobs',
  'api_keys',
  'webhook_endpoints',
]
const DONE: Record<AuditEntry['action'], string> = { create: 'Made', change: 'Changed', remove: 'Removed' }
const describeFilter = (to: Record<string, string>) => `${PATH}?${new URLSearchParams(to).toString()}`

function fileHref(filter: AuditFilter): string {
  const said = Object.entries(filter).filter(([, value]) => value !== '')
  return `${PATH}/csv?${new URLSearchParams(said).toString()}`.replace(/\?$/, '')
}

/** Who changed what, with the values before and after; newest first. */
export function AuditPage({ entries, pagination, filter, unknown, zone, names }: AuditPageProps) {
  const count = pagination.total_count
  const narrowed = Object.values(filter).some((text) => text !== '')
  return (
    <div className="wrap desk">
      <StaffPageTitle
        href="/staff/office"
        above="Office"
        about={`Every change, with the values before and after. Times are told in ${zone}.`}
      >
        Who changed what
      </StaffPageTitle>
      <StaffTabs label="What was changed" tabs={listTabs(filter)} />
      <AuditForm filter={filter} />
      <p className="muted" role="status">
        {countText(count, 'line', 'lines')}.
        {narrowed ? (
          <>
            {' '}
            <a href={PATH}>Clear</a>
          </>
        ) : null}
        {count > 0 ? (
          <>
            {' '}
            <a href={fileHref(filter)} download="audit-log.csv">
              CSV of{' '}
              {count > MOST_LINES_IN_FILE
                ? `the newest ${MOST_LINES_IN_FILE.toLocaleString('en-US')}`
                : 'them'}
            </a>
          </>
        ) : null}
      </p>
      {entries.length === 0 ? (
        <Nothing unknown={unknown} narrowed={narrowed} person={filter.person} />
      ) : (
        <AuditTable entries={entries} zone={zone} names={names} />
      )}
      <StaffPagination path={PATH} filter={{ ...filter }} pagination={pagination} />
    </div>
  )
}

/** The subjects that are asked for most. */
const VIEWS = ['orders', 'refunds', 'flights', 'passengers', 'products', 'users'] as const

function listTabs(filter: AuditFilter): StaffTab[] {
  const tab = (resource: string, text: string) => {
    const said = Object.entries({ ...filter, resource, id: '' }).filter(([, value]) => value !== '')
    return { text, href: describeFilter(Object.fromEntries(said)), current: filter.resource === resource }
  }
  return [tab('', 'Everything'), ...VIEWS.map((name) => tab(name, asTitle(name)))]
}

function Nothing({ unknown, narrowed, person }: { unknown: boolean; narrowed: boolean; person: string }) {
  if (unknown) {
    return (
      <NothingHere what={`Nobody has the address ${person}.`}>The whole address must be typed.</NothingHere>
    )
  }
  return narrowed ? (
    <NothingHere what="Nothing was written down about this.">
      Another day or no number shows more.
    </NothingHere>
  ) : (
    <NothingHere what="Nothing was changed yet.">Whatever is, stands here.</NothingHere>
  )
}

function AuditForm({ filter }: { filter: AuditFilter }) {
  return (
    <form method="get" role="search" className="desk-find">
      <Field
        id="resource"
        name="resource"
        label="What"
        list="resources"
        defaultValue={filter.resource}
        maxLength={60}
      />
      <datalist id="resources">
        {SUGGESTED.map((name) => (
          <option key={name} value={name}>
            {inWords(name)}
          </option>
        ))}
      </datalist>
      <Field
        id="id"
        name="id"
        label="Its number"
        inputMode="numeric"
        defaultValue={filter.id}
        maxLength={12}
      />
      <Field
        id="person"
        name="person"
        type="email"
        label="E-mail of who did it"
        autoComplete="off"
        defaultValue={filter.person}
        maxLength={200}
      />
      <Field id="day" name="day" type="date" label="Day" defaultValue={filter.day} />
      <button type="submit" className="btn second small">
        Show
      </button>
    </form>
  )
}

function AuditTable({ entries, zone, names }: Pick<AuditPageProps, 'entries' | 'zone' | 'names'>) {
  return (
    <StaffTable
      label="Changes"
      multiline
      stacked
      caption="Changes, newest first"
      heads={['What', 'Before and after', 'Who', 'When']}
    >
      {entries.map((entry) => (
        <tr key={entry.id}>
          <th scope="row">
            <Subject entry={entry} />
          </th>
          <td>
            <Changes changes={describeChanges(entry, { zone, names })} />
          </td>
          <td>
            <AuditAuthor entry={entry} />
          </td>
          <td>
            <DateTimeCell at={entry.at} zone={zone} />
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}

function AuditAuthor({ entry: { who, key } }: { entry: AuditEntry }) {
  return (
    <>
      {who.email === null ? who.name : <a href={describeFilter({ person: who.email })}>{who.name}</a>}
      {key === null ? null : <small>by the key “{key}”</small>}
    </>
  )
}

function Subject({ entry: { action, resource, resource_id: id } }: { entry: AuditEntry }) {
  const called = `${inWords(resource)} ${String(id)}`
  const page = findSubjectPath(resource, id)
  return (
    <>
      {DONE[action]}: {page === null ? called : <a href={page}>{called}</a>}
      <small>
        <a href={describeFilter({ resource, id: String(id) })} aria-label={`All about ${called}`}>
          All about it
        </a>
      </small>
    </>
  )
}

/** Longer values are collapsed. */
const SHOWN = 6

function Changes({ changes }: { changes: DescribedChange[] }) {
  if (changes.length <= SHOWN) return <ChangeList changes={changes} />
  return (
    <details>
      <summary>{changes.length} fields</summary>
      <ChangeList changes={changes} />
    </details>
  )
}

function ChangeList({ changes }: { changes: DescribedChange[] }) {
  if (changes.length === 0) return <span className="muted">No change to a value that is kept here</span>
  return (
    <ul className="audit-changes">
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          <span className="muted">{label}:</span> {before ?? after}
          {before === null || after === null ? null : (
            <>
              {' '}
              <span aria-hidden="true">→</span>
              <span className="vh">became</span> {after}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
