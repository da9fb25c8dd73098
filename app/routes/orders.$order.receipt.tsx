import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReceiptCompany, ReceiptReply } from '#contract/receipt.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { COMPANY_SHAPE } from '../receipts/company-form.tsx'
import { receiptHref } from '../receipts/receipt-link.tsx'
import { ReceiptUnavailable } from '../receipts/closed-receipt.tsx'
import { ReceiptPage } from '../receipts/receipt-page.tsx'
import { loadReceipt } from '../receipts/load-receipt.server.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-transfer-pages.css?url'
import { loadVisit, type Visit, visitHeaders } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { type ApiClient } from '../visit/api-result.ts'

const NO_COMPANY: ReceiptCompany = { name: '', address: '', tax_id: '' }

const notFound = () => new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })

/** @throws Response 404 for an address without an order, and for a visitor who made none */
function requireOwn(param: string | undefined, own: ApiClient | undefined): { id: number; own: ApiClient } {
  if (!own || !/^[1-9]\d{0,8}$/.test(param ?? '')) throw notFound()
  return { id: Number(param), own }
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const loaded = await loadReceipt(visit, params.order)
  if (loaded.kind !== 'closed') return data(loaded, { headers: await receiptHeaders(visit, loaded.kind) })
  const { user, brand } = visit
  const contact = { phone: brand.phone, email: brand.email }
  const page = { ...loaded, email: user?.email ?? '', contact }
  return data(page, { status: 403, headers: await visitHeaders(visit) })
}

const receiptHeaders = async (visit: Visit, kind: 'own' | 'linked') =>
  kind === 'linked' ? SECRET_PAGE_HEADERS : visitHeaders(visit)

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { id, own } = requireOwn(params.order, visit.userApi)
  const form = await request.formData()
  const submission = parseForm(form, ReceiptCompany)
  const isRemoving = readIntent(form) === 'remove'
  if (submission.status !== 'success' && !isRemoving) {
    const refused = refuseForm(COMPANY_SHAPE, submission)
    return data(refused, { status: 422, headers: PRIVATE_HEADERS })
  }
  const typed = submission.status === 'success' && !isRemoving ? submission.value : NO_COMPANY
  const path = `/v1/orders/${String(id)}/receipt/company`
  const kept = await own.put(path, ReceiptReply, { body: { company: typed } })
  if (kept.ok) return redirect(`${receiptHref({ id })}#receipt`, { status: 303, headers: PRIVATE_HEADERS })
  if ([401, 403, 404].includes(kept.status)) throw notFound()
  const refused = refuseForm(COMPANY_SHAPE, submission, kept)
  return data(refused, { status: kept.status, headers: PRIVATE_HEADERS })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) =>
  loaderHeaders.has('Referrer-Policy') ? SECRET_PAGE_HEADERS : PRIVATE_HEADERS
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, {
    title: loaded && 'receipt' in loaded ? `Receipt ${loaded.receipt.number}` : 'Receipt',
  }),
  { name: 'robots', content: 'noindex' },
]

export default function ReceiptRoute() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (loaded.kind === 'closed') return <ReceiptUnavailable {...loaded} />
  return <ReceiptPage receipt={loaded.receipt} own={loaded.kind === 'own'} answer={answer} />
}
