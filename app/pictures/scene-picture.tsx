import { type MetaDescriptor } from '@remix-run/react'
import { type Place } from '#contract/enums.ts'
import { getCardUrl, getSceneUrl, type Mood } from './scene-art.ts'

const SIZE = { wide: { width: 1600, height: 900 }, card: { width: 800, height: 600 } }

interface SceneCardProps {
  place: Place
  tags: readonly string[]
  /** The product, whose id selects the composition; without one it is the place's own picture. */
  product?: number | undefined
  /** The first card of a row is wide. */
  wide?: boolean
  /** In the first screen: loaded with the page. */
  eager?: boolean
}

/**
 * A small picture beside words that already say what it shows: it has no alternative text and loads
 * lazily.
 */
export function SceneCard({ place, tags, product, wide, eager }: SceneCardProps) {
  const format = wide ? 'wide' : 'card'
  const src = getCardUrl(place, tags, format, product)
  return <img src={src} alt="" {...SIZE[format]} loading={eager ? 'eager' : 'lazy'} decoding="async" />
}

/** A small picture beside a text's title, in the composition of the text's slug. */
export function TextCard({ place, mood, slug }: { place: Place; mood: Mood; slug: string }) {
  const src = getSceneUrl(place, mood, 'card', slug)
  return <img src={src} alt="" {...SIZE.card} loading="lazy" decoding="async" />
}

interface ScenePageProps {
  place: Place
  light: Mood
  product?: number | undefined
  /** The light in dark mode, and the place if that differs. */
  dark?: { place: Place; mood: Mood }
  alt: string
  /** The media query for the upright picture. */
  portraitUntil?: '30em' | '40em'
}

type SceneChoice = Omit<ScenePageProps, 'alt'>

/** The addresses of the upright and of the wide picture, each by day and in dark mode. */
function getSceneUrls({ place, light, product, dark = { place, mood: 'night' } }: SceneChoice) {
  const urlsOf = (format: 'tall' | 'wide') => ({
    dark: getSceneUrl(dark.place, dark.mood, format, product),
    light: getSceneUrl(place, light, format, product),
  })
  return { tall: urlsOf('tall'), wide: urlsOf('wide') }
}

/**
 * The one large picture of a page: upright on phones, wide above, another one for dark mode; loaded
 * first.
 */
export function ScenePage({ alt, portraitUntil = '40em', ...scene }: ScenePageProps) {
  const { tall, wide } = getSceneUrls(scene)
  return (
    <picture>
      <source media={`(prefers-color-scheme: dark) and (max-width: ${portraitUntil})`} srcSet={tall.dark} />
      <source media="(prefers-color-scheme: dark)" srcSet={wide.dark} />
      <source media={`(max-width: ${portraitUntil})`} srcSet={tall.light} />
      {/* React 18 passes on the attribute only in lower case. */}
      <img src={wide.light} alt={alt} {...SIZE.wide} {...{ fetchpriority: 'high' }} />
    </picture>
  )
}

/**
 * Links for a page's `meta`, so that browsers load the picture of a `ScenePage` before they have
 * read the page as far as the picture. Only one of them applies to a screen.
 */
export function preloadScene({ portraitUntil = '40em', ...scene }: SceneChoice): MetaDescriptor[] {
  const urls = getSceneUrls(scene)
  const widths = {
    tall: `(max-width: ${portraitUntil})`,
    wide: `(min-width: ${portraitUntil.replace('em', '.01em')})`,
  }
  return (['light', 'dark'] as const).flatMap((scheme) =>
    (['tall', 'wide'] as const).map((format) => ({
      ...{ tagName: 'link', rel: 'preload', as: 'image', href: urls[format][scheme], fetchpriority: 'high' },
      media: `(prefers-color-scheme: ${scheme}) and ${widths[format]}`,
    })),
  )
}

/** A low, wide picture under a heading that already says what it shows; by night in dark mode. */
export function SceneBand({ place, mood, owner }: { place: Place; mood: Mood; owner?: string }) {
  return (
    <picture className="art band">
      <source media="(prefers-color-scheme: dark)" srcSet={getSceneUrl(place, 'night', 'wide', owner)} />
      <img src={getSceneUrl(place, mood, 'wide', owner)} alt="" {...SIZE.wide} />
    </picture>
  )
}
