import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { FlightListPage } from '../flights/flight-list-page.tsx'
import { loadFlights } from '../flights/load-flights.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/account.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'
import { readPage } from '../visit/read-page.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!visit.user) throw redirect(loginHref('/account/flights'), { status: 303, headers: PRIVATE_HEADERS })
  const flights = await loadFlights(visit, readPage(new URL(request.url).searchParams))
  return data(flights, { headers: await visitHeaders(visit) })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your flights', path: '/account/flights' }),
  { name: 'robots', content: 'noindex' },
]

export default function AccountFlights() {
  return <FlightListPage {...useLoaderData<typeof loader>()} />
}
