import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SavedCardsPage } from '../payments/saved-cards-page.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { handleSavedCards, findCardHolder, loadSavedCards } from '../payments/handle-saved-cards.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/account.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

const toLogIn = () => redirect(loginHref('/account/cards'), { status: 303, headers: PRIVATE_HEADERS })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const holder = findCardHolder(visit)
  if (!holder) throw toLogIn()
  const page = await loadSavedCards(holder, new URL(request.url).searchParams, visit.now)
  const headers = await visitHeaders(visit)
  if ('elsewhere' in page) throw redirect(page.elsewhere, { status: 303, headers })
  return data(page, { headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const holder = findCardHolder(visit)
  if (!holder) throw toLogIn()
  const answer = await handleSavedCards(visit, holder, request)
  const headers = await visitHeaders(visit)
  if ('location' in answer) return redirect(answer.location, { status: 303, headers })
  return data({ problem: answer.problem }, { status: answer.status, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Saved cards', path: '/account/cards' }),
  { name: 'robots', content: 'noindex' },
]

export default function AccountCards() {
  const page = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return <SavedCardsPage {...page} problem={refusal?.problem ?? page.problem} />
}
