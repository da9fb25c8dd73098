import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { formatDayAndYear, toLocalDate } from '../format/local-time.ts'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { pageMeta } from '../page/page-meta.ts'
import { SceneBand } from '../pictures/scene-picture.tsx'
import { articleData, breadcrumbData } from '../page/structured-data.ts'
import { MentionedFlight, Text } from '../content/reading-page.tsx'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { findMentionedFlight } from '../content/load-reading.server.ts'
import { findPost } from '../texts/articles.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/reading.css?url'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const { brand } = visit
  const post = await findPost(params.post ?? '', brand, toLocalDate(visit.now.toISOString(), brand.time_zone))
  if (!post) throw new Response(NOT_FOUND_PAGE, { status: 404 })
  return data({ post, flight: await findMentionedFlight(visit, post.flight) }, { headers: SHARED_HEADERS })
}

export const headers = passLoaderHeaders
export const handle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  if (!loaded) return []
  const { slug, title, summary, date } = loaded.post
  const path = `/blog/${slug}`
  return [
    ...pageMeta(matches, { title, description: summary, path, kind: 'article' }),
    ...articleData(matches, { title, summary, date, path }),
    ...breadcrumbData(matches, [
      ['Notes from the pad', '/blog'],
      [title, path],
    ]),
  ]
}

export default function PostPage() {
  const { post, flight } = useLoaderData<typeof loader>()
  return (
    <article className="wrap section">
      <div className="head">
        <p className="eyebrow">
          <a href="/blog">Notes from the pad</a>
        </p>
        <h1>{post.title}</h1>
        <p className="lede">{post.summary}</p>
        <p className="sm subtle">
          <time dateTime={post.date}>{formatDayAndYear(post.date)}</time>
        </p>
      </div>
      <SceneBand place={post.place} mood={post.mood} owner={post.slug} />
      <Text html={post.html} />
      <MentionedFlight flight={flight} />
    </article>
  )
}
