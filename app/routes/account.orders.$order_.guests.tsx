import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from '@remix-run/react'
import {
  answerOrRefusal,
  reloadOrShown,
  shouldReloadAfterRefusal,
} from '../payments/card/answer-or-unreachable.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { AdditionPayment } from '../orders/addition-payment.tsx'
import { handleGuestForm } from '../orders/handle-guest-form.server.ts'
import { requireOwnOrder } from '../orders/load-orders.server.ts'
import { loadGuestPay } from '../orders/load-guest-pay.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const order = await requireOwnOrder(visit, params.order)
  const { search, searchParams } = new URL(request.url)
  const page = await loadGuestPay(visit, order, searchParams)
  // The order's page says why the choice cannot be bought now.
  if (!page) return redirectDocument(`/account/orders/${String(order.id)}${search}#guests`, 303)
  return data(page, { headers: await visitHeaders(visit) })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const order = await requireOwnOrder(visit, params.order)
  const result = await handleGuestForm(visit, request, order)
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  if (result.kind === 'answer') return data(result.answer, { status: result.status, headers })
  const go = result.leave ? redirectDocument : redirect
  return go(result.location, { status: 303, headers })
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  answerOrRefusal(request, () => serverAction<typeof action>())

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  reloadOrShown(() => serverLoader<typeof loader>())

export const shouldRevalidate: ShouldRevalidateFunction = shouldReloadAfterRefusal
export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet, hydrate: true, payments: true }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => [
  ...pageMeta(matches, {
    title: page ? `Bring somebody along, order ${page.number}` : 'Bring somebody along',
  }),
  { name: 'robots', content: 'noindex' },
]

export default function OrderGuestsPayment() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <AdditionPayment page={page} answer={answer} />
}
