import { type Place } from '#contract/enums.ts'

type Mood = 'dawn' | 'day' | 'sunset' | 'night'

/**
 * Colours of a brand's mails: its tokens from `theme.css` spelled out, because mail programs know
 * no variables.
 */
export interface MailTheme {
  canvas: string
  surface: string
  ink: string
  inkMuted: string
  line: string
  primary: string
  onPrimary: string
  link: string
  dark: Omit<MailTheme, 'dark'>
}

/** A large picture; by night in dark mode unless `dark` says otherwise. */
export interface HeroPicture {
  place: Place
  light: Mood
  dark?: { place: Place; mood: Mood }
}

/** What the front page says; prices, flights and times come from the catalogue. */
export interface FrontPage {
  eyebrow: string
  headline: string
  /** Followed by the price of the flight it speaks of. */
  lede: string
  /** Slug of that flight. */
  flight: string
}

/** What the page of the membership says. */
export interface SkyclubText {
  eyebrow: string
  headline: string
  lede: string
  why: string
  reasons: { title: string; text: string }[]
}

/**
 * What makes a brand look and speak as it does. Its folder also holds `theme.css`, the tokens for
 * `[data-brand='<id>']`, and `mark.svg`, the icon of its pages. Docs: docs/decisions/108.
 */
export interface ShopBrand {
  /** Its row's id in the service's database. */
  id: number
  /** Its row, as the demo shop begins with it; without a service the shop goes by it, too. */
  facts: {
    name: string
    slug: string
    tagline: string
    timeZone: string
    phone: string
    email: string
    mailFrom: string
    legalName: string
    legalAddress: string
  }
  /** Where the demo shop shows it; by its settings alone without one. */
  demoHost?: string
  /** The display face: it is fetched first, and set in pictures to share. */
  face: 'fraunces' | 'outfit'
  /** Texts for all brands show the coast's picture of two. */
  coastal: boolean
  pictures: {
    front: HeroPicture
    club: HeroPicture
    /** Beside narrow forms of the account. */
    account: { place: Place; mood: Mood }
    /** To share pages without a picture of their own. */
    share: Place
    /** For what has no place: error pages, orders of several flights. */
    plain: Place
  }
  mails: MailTheme
  texts: {
    front: FrontPage
    gift: { title: string; summary: string; lede: string }
    giftFinder: { title: string; summary: string; lede: string }
    skyclub: SkyclubText
    /** Above the words of guests. */
    guests: { lede: string; description: string }
    /** Above the names of friends. */
    friends: { lede: string; end: string; description: string }
  }
}
