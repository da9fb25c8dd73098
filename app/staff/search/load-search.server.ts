import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { SEARCH_LENGTH, type StaffSearch, StaffSearchReply } from '#contract/staff-search.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type FoundKind, foundKinds } from './search-words.ts'

/** What the page shows. */
export interface StaffSearchView {
  /** What was typed; empty before anything was. */
  text: string
  /** Only this kind; null for all of them. */
  only: FoundKind | null
  /** The text stands in the address of the page. A code never does. */
  inAddress: boolean
  search: StaffSearch | null
}

const SearchQuery = z.object({
  q: z
    .string()
    .default('')
    .transform((typed) =>
      typed
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, SEARCH_LENGTH),
    ),
  only: z.enum(foundKinds).nullable().default(null).catch(null),
})

/** The results for the words in the address; codes are not looked for there. */
export async function loadSearch(staff: StaffVisit, query: URLSearchParams): Promise<StaffSearchView> {
  const { q: text, only } = readForm(query, SearchQuery)
  if (text === '') return { text, only: null, inAddress: true, search: null }
  return { text, only, inAddress: true, search: { ...(await search(staff, text)), codes: null } }
}

/**
 * The results of the field in the bar.
 *
 * @throws Response 303 to the order that was named, or to the results' own address; a code gets none,
 *   because addresses are kept by browsers and a code is money
 */
export async function handleSearch(staff: StaffVisit, form: FormData): Promise<StaffSearchView> {
  const { q: text } = readForm(form, SearchQuery)
  const goTo = (path: string) => redirect(path, { status: 303, headers: staff.headers })
  if (text === '') throw goTo('/staff/search')
  const found = await search(staff, text)
  if (found.order_id !== null) throw goTo(`/staff/orders/${String(found.order_id)}`)
  if (!found.is_code) throw goTo(`/staff/search?${new URLSearchParams({ q: text }).toString()}`)
  return { text, only: null, inAddress: false, search: found }
}

async function search({ userApi }: StaffVisit, text: string): Promise<StaffSearch> {
  const body = { staff_search: { text } }
  return requireData(await userApi.post('/v1/staff_searches', StaffSearchReply, { body })).staff_search
}
