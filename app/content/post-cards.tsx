import { TextCard } from '../pictures/scene-picture.tsx'
import { type PostMatter } from '../texts/articles.server.ts'
import { formatDayAndYear } from '../format/local-time.ts'

/** Stories of the blog as cards, the newest first. */
export function PostCards({ posts }: { posts: readonly PostMatter[] }) {
  return (
    <div className="flights posts">
      {posts.map(({ slug, title, summary, date, place, mood }) => (
        <article key={slug} className="flight">
          <div className="art">
            <TextCard place={place} mood={mood} slug={slug} />
          </div>
          <h2 className="flight-name">
            <a href={`/blog/${slug}`}>{title}</a>
          </h2>
          <p>{summary}</p>
          <p className="sm">
            <time dateTime={date}>{formatDayAndYear(date)}</time>
          </p>
        </article>
      ))}
    </div>
  )
}
