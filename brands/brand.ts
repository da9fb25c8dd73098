import { type Place } from '#contract/enums.ts'

type Mood = 'dawn' | 'day' | 'sunset' | 'night'

/**
 * Colours of a brand's mails: the values of its tokens in `theme.css`, because mail programs do not
 * support variables.
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

/** A large picture; in dark mode it shows the night unless `dark` says otherwise. */
export interface HeroPicture {
  place: Place
  light: Mood
  dark?: { place: Place; mood: Mood }
}

/** The texts of the front page; prices, flights and times come from the catalogue. */
export interface FrontPage {
  eyebrow: string
  headline: string
  /** The price of `flight` follows this text. */
  lede: string
  /** The slug of a product. */
  flight: string
}

/** The texts of the membership's page. */
export interface SkyclubText {
  eyebrow: string
  headline: string
  lede: string
  why: string
  reasons: { title: string; text: string }[]
}

/**
 * The texts, pictures and colours of a brand. Its folder also holds `theme.css`, the tokens for
 * `[data-brand='<id>']`, and `mark.svg`, the icon of its pages. See docs/decisions/108.
 */
export interface ShopBrand {
  /** The id of the brand's row in the database. */
  id: number
  /**
   * The row with which the demo shop begins; the shop also uses it while the service does not
   * answer.
   */
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
  /** The host of the brand in the demo shop; undefined for the brand of all other hosts. */
  demoHost?: string
  /** The font of headings: it is preloaded, and used in share images. */
  face: 'fraunces' | 'outfit'
  /** Pages for all brands use the second picture, that of the coast, if there are two. */
  coastal: boolean
  pictures: {
    front: HeroPicture
    club: HeroPicture
    /** The picture beside narrow forms of the account. */
    account: { place: Place; mood: Mood }
    /** The share image of pages without a picture of their own. */
    share: Place
    /** The picture where no place fits: error pages, orders of several flights. */
    plain: Place
  }
  mails: MailTheme
  texts: {
    front: FrontPage
    gift: { title: string; summary: string; lede: string }
    giftFinder: { title: string; summary: string; lede: string }
    skyclub: SkyclubText
    /** The texts above the testimonials. */
    guests: { lede: string; description: string }
    /** The texts above the list of partners. */
    friends: { lede: string; end: string; description: string }
  }
}
