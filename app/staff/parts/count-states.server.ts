import { z } from 'zod'
import { ListMeta } from '#contract/primitives.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { requireData } from '../../visit/load-visit.server.ts'

const Counted = z.object({ meta: ListMeta })

interface StateCounting<State extends string> {
  userApi: ApiClient
  /** The list of `/v1`. */
  path: string
  states: readonly State[]
  /** Long lists are counted up to this number only. */
  limit?: number
}

/** How many rows of a list have each of the states. */
export async function countStates<State extends string>({
  userApi,
  path,
  states,
  limit,
}: StateCounting<State>): Promise<Partial<Record<State, number>>> {
  const counted = await Promise.all(
    states.map(async (state) => {
      const query = { state, page_size: 1, count_to: limit }
      const { meta } = requireData(await userApi.get(path, Counted, { query }))
      return [state, meta.pagination.total_count] as const
    }),
  )
  return Object.fromEntries(counted) as Partial<Record<State, number>>
}
