import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { pageMeta } from '../page/page-meta.ts'
import { getSceneUrl } from '../pictures/scene-art.ts'
import { listCampaignPages } from '../campaigns/campaign-pages.server.ts'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'

/** Campaign pages that contain more than a written text. */
const OWN = [
  {
    name: 'fly15',
    title: 'Fifteen percent off with FLY15',
    summary: 'Where the code works, and what each flight costs with it.',
    place: 'manhattan',
    mood: 'sunset',
  },
  {
    name: 'subscribe-to-miami',
    title: 'Miami by mail',
    summary: 'First dates, new routes and an empty seat now and then: a mail or two a month.',
    place: 'miami',
    mood: 'day',
  },
] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const written = await listCampaignPages(await loadCatalogueVisit(request, context))
  const pages = written.map(({ name, title, summary, place, mood }) => ({
    name,
    title,
    summary,
    place,
    mood,
  }))
  return data({ pages: [...OWN, ...pages] }, { headers: SHARED_HEADERS })
}

export const headers = passLoaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: 'Offers',
    description: 'What is cheaper, given away or new just now, and how it works.',
    path: '/campaigns',
  })

export default function CampaignsPage() {
  const { pages } = useLoaderData<typeof loader>()
  return (
    <div className="wrap section">
      <div className="head split">
        <h1>Offers</h1>
        <p>What is cheaper, given away or new just now, and how it works.</p>
      </div>
      <div className="flights">
        {pages.map(({ name, title, summary, place, mood }) => (
          <article key={name} className="flight third">
            <div className="art">
              <img
                src={getSceneUrl(place, mood, 'card')}
                alt=""
                width={800}
                height={600}
                loading="lazy"
                decoding="async"
              />
            </div>
            <h2 className="flight-name">
              <a href={`/campaigns/${name}`}>{title}</a>
            </h2>
            <p>{summary}</p>
          </article>
        ))}
      </div>
    </div>
  )
}
