import { ProductPicture } from '../pictures/product-picture.tsx'
import { LANDING_WORDS } from './landing-texts.ts'
import { type SlugPage } from './load-slug.server.ts'

/** The list of flights with such a page; also shown for an unknown one. */
export function LandingList({ landing, unknown, flights }: Extract<SlugPage, { kind: 'landings' }>) {
  const { title, lede, path } = LANDING_WORDS[landing]
  return (
    <div className="wrap section">
      <div className="head split">
        <h1>{title}</h1>
        <p>{unknown ? 'We do not sell that flight. These we do.' : lede}</p>
      </div>
      <ul className="posters">
        {flights.map(({ id, slug, name, subtitle, place, tag_list, ...photo }) => (
          <li key={slug} className="poster">
            <div className="art">
              <ProductPicture photo={photo} place={place} tags={tag_list} product={id} />
            </div>
            <h2 className="h3">
              <a href={`/${path}-${slug}`}>{name}</a>
            </h2>
            <p className="muted">{subtitle}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
