import { TextCard } from '../pictures/scene-picture.tsx'
import { type TestimonialCard } from './load-testimonials.server.ts'

/** Testimonials as posters: a drawn picture, and a quotation. */
export function TestimonialCards({
  stories,
  level = 'h2',
}: {
  stories: readonly TestimonialCard[]
  level?: 'h2' | 'h3'
}) {
  const Heading = level
  return (
    <ul className="posters">
      {stories.map(({ slug, title, name, from, quote, place, mood }) => (
        <li key={slug} className="poster">
          <div className="art">
            <TextCard place={place} mood={mood} slug={slug} />
          </div>
          <Heading className="h3">
            <a href={`/video-testimonial/${slug}`}>{title}</a>
          </Heading>
          <blockquote>
            <p>{quote}</p>
          </blockquote>
          <p className="sm subtle">
            {name}, {from}
          </p>
        </li>
      ))}
    </ul>
  )
}
