import { type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { type CardFlight, FlightCards } from '../catalogue/flight-card.tsx'
import { pageMeta } from '../page/page-meta.ts'
import { SceneBand } from '../pictures/scene-picture.tsx'
import { type loadReadingPage } from './load-reading.server.ts'

type Loader = (args: LoaderFunctionArgs) => ReturnType<typeof loadReadingPage>

export const readingMeta: MetaFunction<Loader> = ({ data: loaded, matches }) =>
  loaded
    ? pageMeta(matches, {
        title: loaded.page.title,
        description: loaded.page.summary,
        path: `/${loaded.name}`,
      })
    : []

/** A written page: a heading, a picture, a text, and the flight it is about. */
export function ReadingPage() {
  const { page, flight } = useLoaderData<Loader>()
  return (
    <article className="wrap section">
      <div className="head split">
        <h1>{page.title}</h1>
        <p className="lede">{page.summary}</p>
      </div>
      <SceneBand place={page.place} mood={page.mood} />
      <Text html={page.html} />
      <MentionedFlight flight={flight} />
    </article>
  )
}

export function Text({ html }: { html: string }) {
  return <div className="prose reading" dangerouslySetInnerHTML={{ __html: html }} />
}

export function MentionedFlight({ flight }: { flight: CardFlight | undefined }) {
  if (!flight) return null
  return (
    <aside className="reading-flight" aria-labelledby="flight-title">
      <h2 className="h-s" id="flight-title">
        The flight for it
      </h2>
      <FlightCards flights={[flight]} />
    </aside>
  )
}
