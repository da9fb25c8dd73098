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
import { handleUpgradeForm } from '../orders/handle-upgrade-form.server.ts'
import { requireOwnOrder } from '../orders/load-orders.server.ts'
import { loadUpgradePay } from '../orders/load-upgrade-pay.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const order = await requireOwnOrder(visit, params.order)
  const { search, searchParams } = new URL(request.url)
  const page = await loadUpgradePay(visit, order, searchParams)
  // The order's page says why the choice cannot be bought now.
  if (!page) return redirectDocument(`/account/orders/${String(order.id)}${search}#upgrades`, 303)
  return data(page, { headers: await visitHeaders(visit) })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const order = await requireOwnOrder(visit, params.order)
  const result = await handleUpgradeForm(visit, request, order)
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
  ...pageMeta(matches, { title: page ? `Make more of it, order ${page.number}` : 'Make more of it' }),
  { name: 'robots', content: 'noindex' },
]

export default function OrderUpgradesPayment() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <AdditionPayment page={page} answer={answer} />
}
