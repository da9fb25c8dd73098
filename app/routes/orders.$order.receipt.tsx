import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReceiptReply } from '#contract/receipt.ts'
import { NOT_FOUND_PAGE } from '../components/page-error.tsx'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { readCompany } from '../receipts/company-form.tsx'
import { receiptHref } from '../receipts/receipt-link.tsx'
import { ReceiptPage } from '../receipts/receipt-page.tsx'
import { type ApiClient } from '../server/api-client.server.ts'
import { loadVisit, requireData, visitHeaders } from '../server/load-checkout.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/resume-pages.css?url'

const lost = () => new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE })

/** @throws Response 404 for an address that names no order, and for a visitor who made none */
function requireOwn(param: string | undefined, own: ApiClient | undefined): { id: number; own: ApiClient } {
  if (!own || !/^[1-9]\d{0,8}$/.test(param ?? '')) throw lost()
  return { id: Number(param), own }
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { id, own } = requireOwn(params.order, visit.own)
  const found = await own.get(`/v1/orders/${String(id)}/receipt`, ReceiptReply)
  // Somebody else's, none at all, and one that is not paid yet look alike.
  if (!found.ok && [401, 403, 404, 409].includes(found.status)) throw lost()
  return data(requireData(found), { headers: await visitHeaders(visit) })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { id, own } = requireOwn(params.order, visit.own)
  const typed = readCompany(await request.formData())
  const path = `/v1/orders/${String(id)}/receipt/company`
  const kept = await own.put(path, ReceiptReply, { body: { company: typed } })
  if (kept.ok) return redirect(`${receiptHref({ id })}#receipt`, { status: 303, headers: PRIVATE })
  if ([401, 403, 404].includes(kept.status)) throw lost()
  const problems = Object.fromEntries(
    Object.entries(kept.errors).map(([name, [message = '']]) => [name.replace(/^company\./, ''), message]),
  )
  const said = Object.keys(problems).length > 0 ? problems : { '': kept.message }
  return data({ refused: { problems: said, typed } }, { status: kept.status, headers: PRIVATE })
}

export const headers = () => PRIVATE
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: `Receipt ${loaded?.receipt.number ?? ''}`.trim() }),
  { name: 'robots', content: 'noindex' },
]

export default function ReceiptRoute() {
  const { receipt } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <ReceiptPage receipt={receipt} refused={answer?.refused} />
}
