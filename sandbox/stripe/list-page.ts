import { type Kind, type Kinds } from '../store/kinds.ts'
import { type ListQuery, type UnitOfWork } from '../store/unit-of-work.ts'
import { missing } from './stripe-failure.ts'

/** A page of a list, newest first. */
export async function listPage<K extends Kind>(unit: UnitOfWork, type: K, url: string, query: ListQuery) {
  for (const cursor of ['starting_after', 'ending_before'] as const) {
    const id = query[cursor]
    if (id && !(await unit.find(type, id))) throw missing(type, id, cursor)
  }
  const { data, hasMore } = await unit.list(type, query)
  return toPage<Kinds[K]>(url, data, hasMore)
}

export function toPage<T>(url: string, data: T[], hasMore = false) {
  return { object: 'list' as const, data, has_more: hasMore, url }
}
