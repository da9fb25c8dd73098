import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { CustomerMergeReply, CustomerReply, CustomersReply } from '#contract/customer.ts'
import { Id } from '#contract/primitives.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readPage } from '../../visit/read-page.ts'

const PAGE_SIZE = 25
const NOBODY = 'Nobody has this address. It is looked for whole.'

const text = (most: number) =>
  z
    .string()
    .trim()
    .transform((typed) => typed.slice(0, most))
    .catch('')
const SearchQuery = z.object({ q: text(200) })
/** The e-mail of the account that may be merged. */
const OtherQuery = z.object({ other: text(254).transform((email) => email.toLowerCase()) })
const MergeForm = z.object({ merged: Id, key: z.string().default('') })

const typedOther = (query: URLSearchParams) => OtherQuery.parse(Object.fromEntries(query)).other

export async function loadCustomers({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const { q } = SearchQuery.parse(Object.fromEntries(query))
  const asked = { q: q || undefined, page: readPage(query), page_size: PAGE_SIZE }
  const { customers, meta } = requireData(
    await userApi.get('/v1/customers', CustomersReply, { query: asked }),
  )
  return { customers, pagination: meta.pagination, text: q, zone: visit.brand.time_zone }
}

/** @throws Response 303 to the account that was kept, where this one was merged; 404 */
export async function loadCustomer(
  { userApi, visit, headers }: StaffVisit,
  id: string,
  query: URLSearchParams,
) {
  const { customer } = requireData(await userApi.get(`/v1/customers/${id}`, CustomerReply))
  if (customer.merged_into_id !== null) {
    throw redirect(`/staff/customers/${String(customer.merged_into_id)}`, { status: 303, headers })
  }
  const typed = typedOther(query)
  return {
    customer,
    zone: visit.brand.time_zone,
    merged: query.get('merged') !== null,
    other: { typed, problem: typed === '' ? undefined : NOBODY },
  }
}

/**
 * The two accounts and what would become of them; the other one is named by its e-mail.
 *
 * @throws Response 303 back to the customer, where nobody has that e-mail
 */
export async function loadMerge(staff: StaffVisit, id: string, query: URLSearchParams) {
  const { userApi, headers } = staff
  const other = typedOther(query)
  const found =
    other === ''
      ? []
      : requireData(await userApi.get('/v1/customers', CustomersReply, { query: { q: other } })).customers
  const merged = found.find(({ email, former_emails: former }) => email === other || former.includes(other))
  if (!merged) {
    const back = other === '' ? '' : `?${new URLSearchParams({ other }).toString()}#merge`
    throw redirect(`/staff/customers/${id}${back}`, { status: 303, headers })
  }
  const body = { customer_merge: { kept_id: Number(id), merged_id: merged.id } }
  const answer = await userApi.post('/v1/customer_merge_previews', CustomerMergeReply, { body })
  return { merge: requireData(answer).customer_merge, formKey: crypto.randomUUID() }
}

/** Puts the account of the form together with the one of the page. */
export function mergeAccounts({ userApi }: StaffVisit, id: string, form: FormData) {
  const { merged, key } = requireForm(form, MergeForm)
  const body = { customer_merge: { kept_id: Number(id), merged_id: merged } }
  return userApi.post('/v1/customer_merges', CustomerMergeReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
}
