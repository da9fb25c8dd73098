import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { CustomerMergeReply, CustomerReply, CustomersReply } from '#contract/customer.ts'
import { OrdersReply } from '#contract/order-list.ts'
import { Id } from '#contract/primitives.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readPage } from '../../visit/read-page.ts'
import { noteEditor } from '../parts/handle-note.server.ts'
import { customerDone, customerViews } from './customer-forms.ts'

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
const ViewQuery = z.object({ show: z.enum(customerViews).default('all').catch('all') })
const MergeForm = z.object({ merged: Id, key: z.string().default('') })

const typedOther = (query: URLSearchParams) => OtherQuery.parse(Object.fromEntries(query)).other

export async function loadCustomers({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const { q } = SearchQuery.parse(Object.fromEntries(query))
  const input = { q: q || undefined, page: readPage(query), page_size: PAGE_SIZE }
  const { customers, meta } = requireData(
    await userApi.get('/v1/customers', CustomersReply, { query: input }),
  )
  return { customers, pagination: meta.pagination, text: q, zone: visit.brand.time_zone }
}

/** @throws Response 303 to the remaining account, if this one was merged; 404 */
export async function loadCustomer(staff: StaffVisit, id: string, query: URLSearchParams) {
  const { userApi, visit, headers } = staff
  const asked = { everybody: 1, user_id: id, page_size: PAGE_SIZE }
  const [found, placed] = await Promise.all([
    userApi.get(`/v1/customers/${id}`, CustomerReply),
    userApi.get('/v1/orders', OrdersReply, { query: asked }),
  ])
  const { customer } = requireData(found)
  if (customer.merged_into_id !== null) {
    throw redirect(`/staff/customers/${String(customer.merged_into_id)}`, { status: 303, headers })
  }
  const { orders } = requireData(placed)
  const typed = typedOther(query)
  const { time_zone: zone } = visit.brand
  return {
    customer,
    orders,
    zone,
    today: toLocalDate(visit.now.toISOString(), zone),
    done: customerDone.find((what) => query.has(what)) ?? null,
    editor: noteEditor(staff),
    view: readForm(query, ViewQuery).show,
    isAdmin: staff.factor.roles.includes('admin'),
    formKey: crypto.randomUUID(),
    other: { typed, problem: typed === '' ? undefined : NOBODY },
  }
}

/**
 * The two accounts and the result of a merge; the e-mail identifies the other one.
 *
 * @throws Response 303 back to the customer, if the e-mail is unknown
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

/** Merges the account of the form into the one of the page. */
export function mergeAccounts({ userApi }: StaffVisit, id: string, form: FormData) {
  const { merged, key } = requireForm(form, MergeForm)
  const body = { customer_merge: { kept_id: Number(id), merged_id: merged } }
  return userApi.post('/v1/customer_merges', CustomerMergeReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
}
