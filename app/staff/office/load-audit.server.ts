import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { ApiKeysReply } from '#contract/integration.ts'
import { Instant, ListMeta, LocalDate } from '#contract/primitives.ts'
import { findStaffShape } from '#contract/resources/catalogue-desk.ts'
import { STAFF_COUNT_LIMIT } from '../parts/list-count.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readPage } from '../../visit/read-page.ts'
import { MOST_LINES_IN_FILE } from './audit-limit.ts'
import { listReferences, type ReferenceNames } from './audit-references.ts'

const PAGE_SIZE = 25
/** The service's longest page. */
const LONGEST_PAGE = 100
/** The most rows of a kind whose names a page shows; more stay numbers. */
const MOST_NAMED = 100

const AuditValues = z.record(z.string(), z.unknown()).nullable()
const AuditLine = z.object({
  id: z.number(),
  at: Instant,
  user_id: z.number(),
  api_key_id: z.number().nullable(),
  action: z.enum(['create', 'change', 'remove']),
  resource: z.string(),
  resource_id: z.number(),
  before: AuditValues,
  after: AuditValues,
})
const AuditReply = z.object({ audit_log: z.array(AuditLine), meta: ListMeta })
const Person = z.object({
  id: z.number(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
})
const PeopleReply = z.object({ users: z.array(Person) })

/** The filters of the log; invalid ones are empty. */
export interface AuditFilter {
  /** The plural name of the resource: `terminals`. */
  resource: string
  id: string
  /** An e-mail address. */
  person: string
  /** In the shop's zone. */
  day: string
}

/** An entry of the log as the page shows it. */
export interface AuditEntry extends z.infer<typeof AuditLine> {
  who: { name: string; email: string | null }
  /** The name of the API key that was used; the person created the key. */
  key: string | null
}

const typed = z.string().trim()
const AuditQuery = z.object({
  resource: typed
    .toLowerCase()
    .transform((text) => text.replace(/\s+/g, '_'))
    .pipe(z.string().regex(/^[a-z_]{1,60}$/))
    .catch(''),
  id: typed
    .transform((text) => text.replace(/^O-/i, ''))
    .pipe(z.string().regex(/^[1-9]\d{0,8}$/))
    .catch(''),
  person: typed
    .toLowerCase()
    .regex(/^[^\p{Cc}]{1,200}$/u)
    .catch(''),
  day: typed
    .regex(/^20\d\d-/)
    .pipe(LocalDate)
    .catch(''),
})

export const readAuditFilter = (query: URLSearchParams): AuditFilter =>
  AuditQuery.parse(Object.fromEntries(query))

/** A page of the log, newest first, with the names of the people. */
export async function loadAudit({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const zone = visit.brand.time_zone
  const filter = readAuditFilter(query)
  const narrowed = filter.person === '' ? [] : await findPeople(userApi, { email: filter.person })
  const unknown = filter.person !== '' && narrowed.length === 0
  const page = { zone, filter, unknown }
  if (unknown) return { ...page, entries: [], names: {}, pagination: NOTHING }
  const { audit_log: lines, meta } = await readLines(userApi, {
    ...queryOf(filter, zone, narrowed[0]?.id),
    page: readPage(query),
    page_size: PAGE_SIZE,
  })
  const references = listReferences(lines)
  const authors = lines.map((line) => line.user_id)
  const people = await findNamed(userApi, [...authors, ...(references.get('users') ?? [])])
  const users = Object.fromEntries(people.map((person) => [person.id, nameOf(person, person.id).name]))
  const names = { ...(await loadNames(userApi, references)), users }
  return { ...page, entries: await nameAuthors(userApi, lines, people), names, pagination: meta.pagination }
}

/** The lines that fit a filter, newest first, for a file. */
export async function loadAuditForFile({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const filter = readAuditFilter(query)
  const narrowed = filter.person === '' ? [] : await findPeople(userApi, { email: filter.person })
  if (filter.person !== '' && narrowed.length === 0) return []
  const asked = queryOf(filter, visit.brand.time_zone, narrowed[0]?.id)
  const lines: z.infer<typeof AuditLine>[] = []
  for (let page = 1; lines.length < MOST_LINES_IN_FILE; page += 1) {
    const { audit_log: found } = await readLines(userApi, { ...asked, page, page_size: LONGEST_PAGE })
    lines.push(...found)
    if (found.length < LONGEST_PAGE) break
  }
  const people = await findNamed(
    userApi,
    lines.map((line) => line.user_id),
  )
  return nameAuthors(userApi, lines, people)
}

const queryOf = (filter: AuditFilter, zone: string, userId: number | undefined) => ({
  sort: '-id',
  count_to: STAFF_COUNT_LIMIT,
  resource: filter.resource || undefined,
  resource_id: filter.id || undefined,
  user_id: userId,
  ...spanOf(filter.day, zone),
})

const readLines = async (
  userApi: StaffVisit['userApi'],
  query: ReturnType<typeof queryOf> & { page: number; page_size: number },
) => requireData(await userApi.get('/v1/audit_log', AuditReply, { query }))

async function findNamed(userApi: StaffVisit['userApi'], ids: readonly number[]) {
  const named = [...new Set(ids)].slice(0, MOST_NAMED)
  return named.length === 0 ? [] : findPeople(userApi, { id: named })
}

/** Adds who wrote each line, and by which key. */
async function nameAuthors(
  userApi: StaffVisit['userApi'],
  lines: readonly z.infer<typeof AuditLine>[],
  people: readonly z.infer<typeof Person>[],
): Promise<AuditEntry[]> {
  const keys = lines.some((line) => line.api_key_id !== null) ? await loadKeys(userApi) : []
  return lines.map((line) => {
    const key = keys.find(({ id }) => id === line.api_key_id)
    return {
      ...line,
      who: nameOf(
        people.find(({ id }) => id === line.user_id),
        line.user_id,
      ),
      key: line.api_key_id === null ? null : (key?.name ?? `number ${String(line.api_key_id)}`),
    }
  })
}

const NOTHING = { current_page: 1, total_pages: 1, total_count: 0, page_size: PAGE_SIZE }

async function findPeople(userApi: StaffVisit['userApi'], query: { email: string } | { id: number[] }) {
  return requireData(
    await userApi.get('/v1/users', PeopleReply, { query: { ...query, page_size: MOST_NAMED } }),
  ).users
}

/** The names of the rows that the entries refer to: one call for each kind of them. */
async function loadNames(
  userApi: StaffVisit['userApi'],
  references: ReadonlyMap<string, readonly number[]>,
): Promise<ReferenceNames> {
  const named = await Promise.all(
    [...references].map(async ([plural, ids]) => {
      const shape = findStaffShape(plural)
      if (!shape || ids.length === 0) return [plural, {}] as const
      const reply = z.object({ [plural]: z.array(z.looseObject({ id: z.number() })) })
      const query = { id: ids.slice(0, MOST_NAMED), page_size: MOST_NAMED }
      const rows = requireData(await userApi.get(`/v1/${plural}`, reply, { query }))[plural] ?? []
      const nameOfRow = (row: Record<string, unknown>) => {
        const name = row[shape.named]
        return typeof name === 'string' && name !== '' ? name : undefined
      }
      const pairs = rows.flatMap((row) => {
        const name = nameOfRow(row)
        return name === undefined ? [] : [[row.id, name] as const]
      })
      return [plural, Object.fromEntries(pairs)] as const
    }),
  )
  return Object.fromEntries(named)
}

const loadKeys = async (userApi: StaffVisit['userApi']) =>
  requireData(await userApi.get('/v1/api_keys', ApiKeysReply, { query: { page_size: 100 } })).api_keys

function nameOf(person: z.infer<typeof Person> | undefined, id: number): AuditEntry['who'] {
  const name = [person?.first_name, person?.last_name].filter(Boolean).join(' ')
  return { name: name || (person?.email ?? `Person ${String(id)}`), email: person?.email ?? null }
}

/** From midnight to midnight in the shop's zone. */
function spanOf(day: string, zone: string): { at_from?: string; at_until?: string } {
  if (day === '') return {}
  const midnight = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime(zone).epochMilliseconds).toISOString()
  const from = Temporal.PlainDate.from(day)
  return { at_from: midnight(from), at_until: midnight(from.add({ days: 1 })) }
}
