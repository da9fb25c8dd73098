import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { FlightPage } from '../flights/flight-page.tsx'
import { loadParties, requireOwnFlight } from '../flights/load-flights.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/order-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const flight = await requireOwnFlight(visit, params.flight)
  const { phone, email } = visit.brand
  const page = {
    flight,
    parties: await loadParties(visit, flight),
    account: visit.user !== undefined,
    contact: { phone, email },
  }
  return data(page, { headers: await visitHeaders(visit) })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Flight ${loaded.flight.flight_code}` : 'Your flight' }),
  { name: 'robots', content: 'noindex' },
]

export default function AccountFlight() {
  return <FlightPage {...useLoaderData<typeof loader>()} />
}
