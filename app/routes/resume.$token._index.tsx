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
import { TransferLinkPage } from '../checkout-transfer/transfer-pages.tsx'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { readLinkSecret, openCheckoutTransfer } from '../checkout-transfer/transfer-checkout.server.ts'
import { commitSession } from '../visit/session.server.ts'
import sheet from '../styles/checkout-transfer-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

/** Mail programs prefetch links: opening the page changes nothing and does not use up the link. */
export function loader({ params }: LoaderFunctionArgs) {
  const secret = readLinkSecret(params.token)
  if (!secret) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  return data({ action: `/resume/${secret}` }, { headers: SECRET_PAGE_HEADERS })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const secret = readLinkSecret(params.token)
  if (!secret) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  const visit = await loadVisit(request, context)
  const opened = await openCheckoutTransfer(visit, secret)
  if (!opened.ok) {
    const problem =
      opened.status === 404 ? 'This link was used already, or is older than a day.' : opened.text
    return data({ problem }, { status: opened.status, headers: SECRET_PAGE_HEADERS })
  }
  const headers = { ...SECRET_PAGE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  return redirect(opened.path, { status: 303, headers })
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Go on with your booking' }),
  { name: 'robots', content: 'noindex' },
]

export default function ResumeLink() {
  const { action: href } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <TransferLinkPage action={href} problem={answer?.problem} />
}
