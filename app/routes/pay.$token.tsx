import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { PayLinkPage } from '../orders/payment-link-page.tsx'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { payByLink, readPaymentLink } from '../orders/pay-by-link.server.ts'
import { commitSession } from '../visit/session.server.ts'
import sheet from '../styles/checkout-transfer-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

/** Mail programs prefetch links: opening the page changes nothing and does not use up the link. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const number = /^(\d{1,9})-[0-9a-z]{1,10}-[\w-]{22}$/.exec(params.token ?? '')?.[1]
  if (!number) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  const visit = await loadVisit(request, context)
  const paid = new URL(request.url).searchParams.has('paid')
  // A visitor who has paid for an order of another account sees none of its data.
  const subject = paid ? null : await readPaymentLink(visit, params.token ?? '')
  return data(
    { number: `O-${number}`, phone: visit.brand.phone, paid, subject },
    { headers: SECRET_PAGE_HEADERS },
  )
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const paid = await payByLink(visit, request, params.token ?? '')
  if (!paid.ok)
    return data(
      { problem: paid.text, over: paid.isPaid },
      { status: paid.status, headers: SECRET_PAGE_HEADERS },
    )
  const headers = { ...SECRET_PAGE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  return redirect(paid.location, { status: 303, headers })
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Pay for your flight' }),
  { name: 'robots', content: 'noindex' },
]

export default function PayLink() {
  const answer = useActionData<typeof action>()
  return (
    <PayLinkPage
      {...useLoaderData<typeof loader>()}
      problem={answer?.problem}
      isPaid={answer?.over ?? false}
    />
  )
}
