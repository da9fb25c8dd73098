import { type Hidden, type Kind, type Kinds, type SandboxEvent } from './kinds.ts'
import { type Query } from './query.ts'

/** An object that the unit has read or changed. */
export interface StoredObject<K extends Kind> {
  data: Kinds[K]
  hidden: Hidden[K]
}
interface Entry {
  type: Kind
  version: number
  due: number | null
  kept: StoredObject<Kind>
  changed: boolean
}

/**
 * The response stored under an idempotency key, in the same transaction as the changes of its
 * request.
 */
export interface StoredAnswer {
  key: string
  status: number
  body: string
}

export interface ListQuery {
  /** The JSON that `data` must contain. */
  match?: object
  /** The JSON that the hidden data must contain. */
  hidden?: object
  /** Alternatives, at least one of which `data` must contain as well. */
  anyOf?: object[] | undefined
  created?: { gt?: number; gte?: number; lt?: number; lte?: number }
  limit?: number
  starting_after?: string
  ending_before?: string
}

export interface UnitOfWork {
  /** The Unix time in seconds. */
  readonly now: number
  newId(prefix: string): string
  find<K extends Kind>(type: K, id: string): Promise<StoredObject<K> | undefined>
  /** Lists objects, newest first, without the uncommitted changes of this unit. */
  list<K extends Kind>(type: K, query: ListQuery): Promise<{ data: Kinds[K][]; hasMore: boolean }>
  /** Lists the objects whose next automatic change is due. */
  listDue(): Promise<{ type: Kind; id: string }[]>
  /**
   * @param due When the object next changes automatically, in Unix seconds; null for never, absent
   * to leave it unchanged.
   */
  put<K extends Kind>(type: K, data: Kinds[K], hidden: Hidden[K], due?: number | null): void
  emit(type: string, object: object, previous?: object): void
  /**
   * Writes all changes in one statement. Returns false and writes nothing when another request has
   * changed an object in the meantime.
   */
  commit(answer?: StoredAnswer): Promise<boolean>
  /** The events of this unit, in order. */
  readonly events: SandboxEvent[]
}

/**
 * Commits atomically in one statement: `held` waits for the row locks, `fresh` compares versions,
 * then all rows are written.
 */
const COMMIT = `
  with changes as materialized (
    select * from jsonb_to_recordset($1::text::jsonb)
      as c(id text, type text, version integer, created bigint, due bigint, data jsonb, hidden jsonb)
  ), held as (
    select o.id, o.version from sandbox.objects o
    where o.id in (select id from changes where version > 0) order by o.id for update
  ), fresh as (
    select (select count(*) from changes where version > 0)
         = (select count(*) from changes c join held h on h.id = c.id and h.version = c.version) as ok
  ), answered as (
    update sandbox.answers set status = $3::integer, body = $4::text
    where key = $2::text and (select ok from fresh)
  ), written as (
    insert into sandbox.objects (id, type, version, created, due, data, hidden)
    select id, type, version + 1, created, due, data, hidden from changes where (select ok from fresh)
    on conflict (id) do update
      set version = excluded.version, due = excluded.due, data = excluded.data, hidden = excluded.hidden
  )
  select ok from fresh`

/**
 * Opens a unit of work, which reads and plans in memory and then writes once. It can be discarded
 * and retried when `commit` returns false, so that two confirmations of one payment end with one
 * charge although the only access is `query`.
 */
export function openUnitOfWork(deps: {
  query: Query
  now: () => Date
  newId: () => string
  apiVersion: string
  request: { id: string | null; idempotency_key: string | null }
}): UnitOfWork {
  const { query, request } = deps
  const now = Math.floor(deps.now().getTime() / 1000)
  const entries = new Map<string, Entry>()
  const events: SandboxEvent[] = []
  const newId = (prefix: string) => prefix + deps.newId().replaceAll('-', '')
  const put: UnitOfWork['put'] = (type, data, hidden, due) => {
    const before = entries.get(data.id)
    const until = due === undefined ? (before?.due ?? null) : due
    entries.set(data.id, {
      type,
      version: before?.version ?? 0,
      due: until,
      kept: structuredClone({ data, hidden }),
      changed: true,
    })
  }
  return {
    now,
    newId,
    events,
    async find<K extends Kind>(type: K, id: string) {
      const known = entries.get(id)
      if (!known) {
        const { rows } = await query('select * from sandbox.objects where id = $1', [id])
        if (rows[0]) entries.set(id, toEntry(rows[0]))
      }
      const entry = entries.get(id)
      return entry?.type === type ? (structuredClone(entry.kept) as StoredObject<K>) : undefined
    },
    list: (type, wanted) => readList(query, type, wanted),
    async listDue() {
      const { rows } = await query('select id, type from sandbox.objects where due <= $1 order by due, seq', [
        now,
      ])
      return rows.map((row) => ({ id: String(row.id), type: row.type as Kind }))
    },
    put,
    emit(type, object, previous) {
      const data = structuredClone(previous ? { object, previous_attributes: previous } : { object })
      const event: SandboxEvent = {
        id: newId('evt_'),
        object: 'event',
        api_version: deps.apiVersion,
        created: now,
        data,
        livemode: false,
        pending_webhooks: 1,
        request,
        type,
      }
      events.push(event)
      put('event', event, {})
    },
    async commit(answer) {
      const changes = [...entries.values()]
        .filter((entry) => entry.changed)
        .map(({ type, version, due, kept }) => ({
          id: kept.data.id,
          type,
          version,
          created: createdOf(kept.data, now),
          due,
          data: kept.data,
          hidden: kept.hidden,
        }))
      if (changes.length === 0 && !answer) return true
      const { rows } = await query(COMMIT, [
        JSON.stringify(changes),
        answer?.key ?? null,
        answer?.status ?? null,
        answer?.body ?? null,
      ])
      return rows[0]?.ok === true
    },
  }
}

const createdOf = (data: { created?: number }, now: number) => data.created ?? now

function toEntry(row: Record<string, unknown>): Entry {
  return {
    type: row.type as Kind,
    version: Number(row.version),
    due: row.due === null ? null : Number(row.due),
    kept: { data: row.data, hidden: row.hidden } as StoredObject<Kind>,
    changed: false,
  }
}

async function readList<K extends Kind>(query: Query, type: K, wanted: ListQuery) {
  const limit = wanted.limit ?? 10
  const backwards = wanted.ending_before !== undefined
  const { created = {} } = wanted
  const { rows } = await query(
    `select data from sandbox.objects
     where type = $1 and data @> $2::text::jsonb and hidden->>'deleted' is null
       and ($3::text is null or seq < (select seq from sandbox.objects where id = $3))
       and ($4::text is null or seq > (select seq from sandbox.objects where id = $4))
       and created > $5 and created >= $6 and created < $7 and created <= $8
       and hidden @> $11::text::jsonb
       and ($10::text is null or exists (select 1 from jsonb_array_elements($10::text::jsonb) one
         where data @> one))
     order by seq ${backwards ? 'asc' : 'desc'} limit $9`,
    [
      type,
      JSON.stringify(wanted.match ?? {}),
      wanted.starting_after ?? null,
      wanted.ending_before ?? null,
      created.gt ?? -1,
      created.gte ?? 0,
      created.lt ?? 2 ** 40,
      created.lte ?? 2 ** 40,
      limit + 1,
      wanted.anyOf ? JSON.stringify(wanted.anyOf) : null,
      JSON.stringify(wanted.hidden ?? {}),
    ],
  )
  const data = rows.slice(0, limit).map((row) => row.data as Kinds[K])
  return { data: backwards ? data.reverse() : data, hasMore: rows.length > limit }
}

/** Returns the id of a reference, which may be expanded. */
export function getReferenceId(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
