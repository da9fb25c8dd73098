import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CreditMovementsReply } from '#contract/credit.ts'
import { CreditPage } from '../payments/credit-page.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/credit-page.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'
import { readPage } from '../visit/read-page.ts'

const PAGE_SIZE = 10

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { userApi, user, brand } = visit
  if (!userApi || !user)
    throw redirect(loginHref('/account/credit'), { status: 303, headers: PRIVATE_HEADERS })
  const page = readPage(new URL(request.url).searchParams)
  const query = { page, page_size: PAGE_SIZE, sort: '-created_at' }
  const found = await userApi.get('/v1/credit_movements', CreditMovementsReply, { query })
  const movements = found.ok
    ? { rows: found.data.credit_movements, pagination: found.data.meta.pagination }
    : undefined
  const shown = {
    credit: user.credit,
    proven: user.email_proven !== false,
    movements,
    timezone: brand.time_zone,
  }
  return data(shown, { headers: await visitHeaders(visit) })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Credit', path: '/account/credit' }),
  { name: 'robots', content: 'noindex' },
]

export default function AccountCredit() {
  return <CreditPage {...useLoaderData<typeof loader>()} />
}
