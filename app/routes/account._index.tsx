import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AccountHome } from '../account/account-home.tsx'
import { AccountPanel } from '../account/account-panel.tsx'
import { AccountSplit } from '../account/account-split.tsx'
import { findTab, TAB_NAMES } from '../account/account-tabs.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { handleAccountForm } from '../account/handle-account-form.server.ts'
import { loadAccount } from '../account/load-account.server.ts'
import { loadOrders } from '../orders/load-orders.server.ts'
import { NewestOrders } from '../orders/order-list-page.tsx'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/account.css?url'
import { forgetOtherPhone } from '../visit/kept-phone.server.ts'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

/** The number of orders on the overview; a separate page lists all. */
const NEWEST = 3

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const [page, orders] = await Promise.all([
    loadAccount(visit, new URL(request.url)),
    visit.user ? loadOrders(visit, 1, NEWEST) : undefined,
  ])
  // A message that is shown once must be removed from the cookie.
  const hasMessage = page.kind === 'panel' && page.known['email'] !== undefined
  return data(
    { page, orders },
    { headers: await visitHeaders({ ...visit, changed: visit.changed || hasMessage }) },
  )
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const answer = await handleAccountForm(visit, request)
  // A log-in that waits for its code has entered nobody yet.
  const isEntered =
    answer.kind === 'go' && answer.deviceCookie !== undefined && !visit.session.has('awaiting')
  const erase = isEntered ? await forgetOtherPhone(visit.shop, visit.session) : {}
  const headers = new Headers({ ...PRIVATE_HEADERS, ...erase })
  headers.append('Set-Cookie', await commitSession(visit.session, visit.shop))
  if (answer.kind === 'go' && answer.deviceCookie) headers.append('Set-Cookie', answer.deviceCookie)
  if (answer.kind === 'go') return redirect(answer.location, { status: 303, headers })
  return data(answer.answer, { status: answer.status, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const title = loaded?.page.kind === 'panel' ? TAB_NAMES[loaded.page.tab] : 'Your account'
  return [...pageMeta(matches, { title, path: '/account' }), { name: 'robots', content: 'noindex' }]
}

export default function Account() {
  const { page, orders } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (page.kind === 'home') {
    return (
      <AccountHome {...page} failure={answer?.error?.['']?.[0]}>
        <NewestOrders orders={orders} />
      </AccountHome>
    )
  }
  return (
    <AccountSplit>
      <AccountPanel
        {...page}
        tab={findTab(answer?.form) ?? page.tab}
        notice={answer ? undefined : page.notice}
        answer={answer}
      />
    </AccountSplit>
  )
}
