import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { sampleContentNotes } from '../../content/friends.ts'
import { formatDate } from '../format/local-time.ts'
import { pageMeta } from '../page/page-meta.ts'
import { SceneBand } from '../pictures/scene-picture.tsx'
import { useShellData } from '../visit/shell-data.ts'
import { breadcrumbData } from '../page/structured-data.ts'
import { type loadTestimonial, type loadTestimonials } from './load-testimonials.server.ts'
import { MentionedFlight, Text } from './reading-page.tsx'
import { TestimonialCards } from './testimonial-cards.tsx'

export const testimonialsMeta: MetaFunction<typeof loadTestimonials> = ({ data: loaded, matches }) =>
  loaded
    ? pageMeta(matches, {
        title: 'In their words',
        description: loaded.text.description,
        path: '/video-testimonials',
      })
    : []

/** The list of all testimonials; also shown for an address without a name. */
export function TestimonialsPage() {
  const { stories, text } = useLoaderData<typeof loadTestimonials>()
  const brand = useShellData()?.brand
  return (
    <div className="wrap section">
      <div className="head split">
        <h1>In their words</h1>
        <div className="stack">
          <p>{text.lede}</p>
          <p className="sm subtle">{sampleContentNotes.stories}</p>
        </div>
      </div>
      {stories.length > 0 ? (
        <TestimonialCards stories={stories} />
      ) : (
        <p>Nobody has told us anything we could print yet.</p>
      )}
      {brand ? (
        <p className="faq-end">
          You flew with us and have something to say? Write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </p>
      ) : null}
    </div>
  )
}

export const testimonialMeta: MetaFunction<typeof loadTestimonial> = ({ data: loaded, matches }) =>
  loaded
    ? [
        ...pageMeta(matches, {
          title: loaded.story.title,
          description: loaded.story.summary,
          path: `/video-testimonial/${loaded.story.slug}`,
          kind: 'article',
        }),
        ...breadcrumbData(matches, [
          ['In their words', '/video-testimonials'],
          [loaded.story.title, `/video-testimonial/${loaded.story.slug}`],
        ]),
      ]
    : []

/** The page of one testimonial. */
export function TestimonialPage() {
  const { story, html, flight, others } = useLoaderData<typeof loadTestimonial>()
  return (
    <>
      <article className="wrap section">
        <div className="head">
          <p className="eyebrow">
            <a href="/video-testimonials">In their words</a>
          </p>
          <h1>{story.title}</h1>
          <p className="lede">{story.summary}</p>
          <p className="sm subtle">
            {story.name}, {story.from}. <time dateTime={story.date}>{formatDate(story.date)}</time>.
          </p>
          <p className="sm subtle">{sampleContentNotes.stories}</p>
        </div>
        <SceneBand place={story.place} mood={story.mood} owner={story.slug} />
        <blockquote className="pull said">
          <p>{story.quote}</p>
        </blockquote>
        <Text html={html} />
        <MentionedFlight flight={flight} />
      </article>
      {others.length > 0 ? (
        <section className="section tint" aria-labelledby="others-title">
          <div className="wrap">
            <div className="head">
              <h2 id="others-title">Others, in their words</h2>
            </div>
            <TestimonialCards stories={others} level="h3" />
          </div>
        </section>
      ) : null}
    </>
  )
}
