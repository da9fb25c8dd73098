import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { sampleContentNotes } from '../../content/friends.ts'
import { FlightCards } from '../catalogue/flight-card.tsx'
import { pageMeta } from '../page/page-meta.ts'
import { SceneBand, TextCard } from '../pictures/scene-picture.tsx'
import { useShellData } from '../visit/shell-data.ts'
import { type loadAffiliate, type loadAffiliates } from './load-affiliates.server.ts'
import { MentionedFlight, Text } from './reading-page.tsx'

export const affiliatesMeta: MetaFunction<typeof loadAffiliates> = ({ data: loaded, matches }) =>
  loaded
    ? pageMeta(matches, {
        title: 'Friends who send guests',
        description: loaded.text.description,
        path: '/affiliates',
      })
    : []

/** The page that lists all affiliates and what their guests get. */
export function AffiliatesPage() {
  const { affiliates, text } = useLoaderData<typeof loadAffiliates>()
  const brand = useShellData()?.brand
  return (
    <>
      <div className="wrap section">
        <div className="head split">
          <h1>Friends who send guests</h1>
          <div className="stack">
            <p>{text.lede}</p>
            <p className="sm subtle">{sampleContentNotes.friends}</p>
          </div>
        </div>
        {affiliates.length > 0 ? (
          <ul className="posters">
            {affiliates.map(({ slug, name, kind, town, summary, place, mood }) => (
              <li key={slug} className="poster">
                <div className="art">
                  <TextCard place={place} mood={mood} slug={slug} />
                </div>
                <h2 className="h3">
                  <a href={`/affiliates/${slug}`}>{name}</a>
                </h2>
                <p>{summary}</p>
                <p className="sm subtle">
                  {kind} in {town}
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p>Nobody sends us guests yet. Be the first.</p>
        )}
      </div>
      <section className="section tint" aria-labelledby="join-title">
        <div className="wrap cols-2">
          <h2 id="join-title">Become one</h2>
          <div className="prose">
            <p>
              You get a page here and a link of your own. When somebody who came by it flies within thirty
              days, you get a share of the seat. Your guests pay what everybody pays: the share is ours to
              give, not theirs.
            </p>
            {brand ? (
              <p>
                {text.end} <a href={`mailto:${brand.email}`}>{brand.email}</a>
              </p>
            ) : null}
          </div>
        </div>
      </section>
    </>
  )
}

export const affiliateMeta: MetaFunction<typeof loadAffiliate> = ({ data: loaded, matches }) =>
  loaded
    ? pageMeta(matches, {
        title: `Guests of ${loaded.affiliate.name}`,
        description: loaded.affiliate.summary,
        path: `/affiliates/${loaded.affiliate.slug}`,
      })
    : []

/** The page that the guests of an affiliate land on. */
export function AffiliatePage() {
  const { affiliate, html, flight, others } = useLoaderData<typeof loadAffiliate>()
  const { slug, name, kind, town, summary, place, mood } = affiliate
  return (
    <>
      <article className="wrap section">
        <div className="head">
          <p className="eyebrow">
            {kind} in {town}
          </p>
          <h1>Welcome, guests of {name}</h1>
          <p className="lede">{summary}</p>
          <p className="sm subtle">{sampleContentNotes.friends}</p>
        </div>
        <SceneBand place={place} mood={mood} owner={slug} />
        <Text html={html} />
        <p className="reading-note muted">
          You came by way of {name}. When you fly within thirty days they get a share of it; your price is the
          same as everybody’s. <a href="/affiliates">How that works</a>
        </p>
        <MentionedFlight flight={flight} />
      </article>
      {others.length > 0 ? (
        <section className="section tint" aria-labelledby="others-title">
          <div className="wrap">
            <div className="head">
              <h2 id="others-title">Or one of these</h2>
            </div>
            <FlightCards flights={others} />
          </div>
        </section>
      ) : null}
    </>
  )
}
