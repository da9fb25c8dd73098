import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { cardFlight, FlightCards } from '../catalogue/flight-card.tsx'
import { pageMeta } from '../page/page-meta.ts'
import { useServiceTexts } from '../visit/service-texts.ts'
import { loadCatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const products = await requireProducts(await loadCatalogueVisit(request, context))
  return data({ flights: products.map(cardFlight) }, { headers: SHARED_HEADERS })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: 'All flights',
    description: 'Every scenic flight we sell, with the whole price of a seat.',
    path: '/product',
  })

export default function AllFlightsPage() {
  const { flights } = useLoaderData<typeof loader>()
  const { priceNote } = useServiceTexts()
  return (
    <div className="wrap section">
      <div className="head split">
        <h1>All flights</h1>
        <p>{priceNote}</p>
      </div>
      {flights.length > 0 ? (
        <FlightCards flights={flights} level="h2" />
      ) : (
        <p>No flight is on sale just now.</p>
      )}
    </div>
  )
}
