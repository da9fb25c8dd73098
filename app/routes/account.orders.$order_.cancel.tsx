import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { OrderReply } from '#contract/order.ts'
import { CancellationReply } from '#contract/refund.ts'
import { readForm, SentIds } from '../ui/form/sent-values.server.ts'
import { FALLBACK } from '../visit/refusal-messages.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { CancelPage } from '../orders/cancel-page.tsx'
import { requireOwnOrder } from '../orders/load-orders.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/order-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

const pathOf = (id: number) => `/v1/orders/${String(id)}/cancellation`

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const order = await requireOwnOrder(visit, params.order)
  const query = new URL(request.url).searchParams
  const passenger_ids = SentIds.parse(query.getAll('who'))
  const nobody = query.has('chosen') && passenger_ids.length === 0
  const preview = await visit.userApi?.get(pathOf(order.id), CancellationReply, { query: { passenger_ids } })
  // Without selected passengers the page shows the refund of the whole order.
  const shown =
    preview && !preview.ok && preview.status === 422
      ? await visit.userApi?.get(pathOf(order.id), CancellationReply)
      : preview
  const { phone, email } = visit.brand
  const page = {
    order,
    cancellation: shown?.ok ? shown.data.cancellation : undefined,
    contact: { phone, email },
    nobody,
  }
  return data(page, { headers: await visitHeaders(visit) })
}

/** The refund that was shown, and the passengers who cancel. */
const CancelForm = z.object({ amount: z.number().catch(-1), who: SentIds })

/** Cancels if the amount is the one that was shown; otherwise shows the new amount. Idempotent. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const order = await requireOwnOrder(visit, params.order)
  const { amount, who } = readForm(await request.formData(), CancelForm)
  const headers = await visitHeaders(visit)
  const here = `/account/orders/${String(order.id)}`
  if (order.status === 'refunded' || order.status === 'cancelled') {
    return redirect(here, { status: 303, headers })
  }
  const body = { cancellation: { amount, ...(who.length > 0 ? { passenger_ids: who } : {}) } }
  const result = await visit.userApi?.post(pathOf(order.id), OrderReply, { body })
  if (result?.ok) return redirect(here, { status: 303, headers })
  const text = result?.message ?? FALLBACK
  return data({ text }, { status: result?.status === 502 ? 503 : (result?.status ?? 500), headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Cancel order ${loaded.order.number}` : 'Cancel an order' }),
  { name: 'robots', content: 'noindex' },
]

export default function CancelOrder() {
  return <CancelPage {...useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()?.text} />
}
