import { type Place } from '#contract/enums.ts'
import { getCardUrl, getSceneUrl, type Mood } from './scene-art.ts'

const SIZE = { wide: { width: 1600, height: 900 }, card: { width: 800, height: 600 } }

interface SceneCardProps {
  place: Place
  tags: readonly string[]
  /** Cards that lead a row are drawn wide. */
  wide?: boolean
  /** In the first screen: loaded with the page. */
  eager?: boolean
}

/** A small picture beside words that already say what it shows: it carries no alternative text, and may come late. */
export function SceneCard({ place, tags, wide, eager }: SceneCardProps) {
  const format = wide ? 'wide' : 'card'
  const src = getCardUrl(place, tags, format)
  return <img src={src} alt="" {...SIZE[format]} loading={eager ? 'eager' : 'lazy'} decoding="async" />
}

interface ScenePageProps {
  place: Place
  light: Mood
  /** The mood in dark mode, and the place where that differs. */
  dark?: { place: Place; mood: Mood }
  alt: string
  /** Where the upright picture takes over. */
  tallUntil?: '30em' | '40em'
}

/** The one large picture of a page: upright on phones, wide above, its own for dark mode; loaded first. */
export function ScenePage({ place, light, dark, alt, tallUntil = '40em' }: ScenePageProps) {
  const night = dark ?? { place, mood: 'night' as const }
  return (
    <picture>
      <source
        media={`(prefers-color-scheme: dark) and (max-width: ${tallUntil})`}
        srcSet={getSceneUrl(night.place, night.mood, 'tall')}
      />
      <source media="(prefers-color-scheme: dark)" srcSet={getSceneUrl(night.place, night.mood, 'wide')} />
      <source media={`(max-width: ${tallUntil})`} srcSet={getSceneUrl(place, light, 'tall')} />
      {/* React 18 writes the attribute only in lower case. */}
      <img src={getSceneUrl(place, light, 'wide')} alt={alt} {...SIZE.wide} {...{ fetchpriority: 'high' }} />
    </picture>
  )
}
