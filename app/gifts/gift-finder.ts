import { z } from 'zod'

/** The recipients that make a difference to which flight fits. */
export const FOR_WHOM = {
  love: 'Somebody I love',
  friend: 'A friend',
  parents: 'Parents or grandparents',
  child: 'A child',
  camera: 'Somebody with a camera',
  wheelchair: 'Somebody with a wheelchair',
  work: 'A colleague or a client',
} as const

/** The mood of the day. */
export const MOODS = {
  sunset: 'Romantic, at sunset',
  night: 'City lights, by night',
  thrill: 'A thrill, doors off',
  calm: 'Calm, doors closed',
} as const

type ForWhom = keyof typeof FOR_WHOM
type Mood = keyof typeof MOODS
const keysOf = <K extends string>(record: Readonly<Record<K, string>>) => Object.keys(record) as [K, ...K[]]

/**
 * The answers of the giver. Invalid values are dropped, because an address may be typed by hand.
 */
const GiftFilterSchema = z.object({
  for: z.enum(keysOf(FOR_WHOM)).optional().catch(undefined),
  guests: z.coerce.number().int().min(1).max(6).default(1).catch(1),
  /** The budget for all guests together, in dollars. */
  budget: z.coerce.number().int().min(1).max(10_000).optional().catch(undefined),
  mood: z.enum(keysOf(MOODS)).optional().catch(undefined),
})
export type GiftFilter = z.infer<typeof GiftFilterSchema>

export const readGiftFilter = (params: URLSearchParams): GiftFilter =>
  GiftFilterSchema.parse(Object.fromEntries([...params].filter(([, value]) => value.trim() !== '')))

/** Whether anything was answered; the unchanged form contains one guest. */
export const hasGiftFilter = (params: URLSearchParams): boolean =>
  params.has('guests') || giftFinderHref(readGiftFilter(params)) !== PATH

const PATH = '/gift-finder'

/** The address of the finder with its answers; unanswered questions are left out. */
export function giftFinderHref(input: Partial<GiftFilter>): string {
  const { guests = 1, budget, mood } = input
  const params = new URLSearchParams()
  const parameters = { for: input.for, guests: guests > 1 ? guests : undefined, budget, mood }
  for (const [name, value] of Object.entries(parameters)) if (value) params.set(name, String(value))
  return params.size > 0 ? `${PATH}?${params.toString()}` : PATH
}

/** A fare that can be given as a gift, with what decides whom it suits. */
export interface GiftCandidate {
  fare: { id: number; name: string }
  product: number
  doorsOff: boolean
  forPictures: boolean
  minAge: number
  /** False if unknown. */
  wheelchair: boolean
  /** The card is valid for departures at sunset, or at night. */
  sunset: boolean
  night: boolean
  /** The number of cards that all guests need. */
  cards: number
  /** For all cards, with every fee; in dollars. */
  total: number
}

/** A search with children means small ones; the flight's page names the minimum age. */
const CHILD_YEARS = 7

const SUITS: Record<ForWhom, (gift: GiftCandidate) => boolean> = {
  love: () => true,
  friend: () => true,
  parents: (gift) => !gift.doorsOff,
  child: (gift) => !gift.doorsOff && gift.minAge <= CHILD_YEARS,
  camera: (gift) => gift.doorsOff || gift.forPictures,
  wheelchair: (gift) => gift.wheelchair,
  work: () => true,
}
const FEELS: Record<Mood, (gift: GiftCandidate) => boolean> = {
  sunset: (gift) => gift.sunset,
  night: (gift) => gift.night,
  thrill: (gift) => gift.doorsOff,
  calm: (gift) => !gift.doorsOff,
}
/** Gifts that the recipient likes best come first; then the cheaper ones. */
const LIKES: Partial<Record<ForWhom, (gift: GiftCandidate) => boolean>> = {
  love: (gift) => gift.sunset,
  friend: (gift) => gift.doorsOff,
  camera: (gift) => gift.forPictures,
}

/** The gifts that match the answers, best first. */
export function rankGifts<G extends GiftCandidate>(gifts: readonly G[], input: GiftFilter): G[] {
  const { budget, mood } = input
  const likes = input.for && LIKES[input.for]
  return gifts
    .filter((gift) => !input.for || SUITS[input.for](gift))
    .filter((gift) => !mood || FEELS[mood](gift))
    .filter((gift) => budget === undefined || gift.total <= budget)
    .toSorted((a, b) => Number(likes?.(b) ?? false) - Number(likes?.(a) ?? false) || a.total - b.total)
}

/** The answers with one removed, and what that leads to. */
export interface Relaxation {
  omitted: 'budget' | 'mood' | 'for' | 'guests'
  filter: GiftFilter
  /** The lowest price that is then found. */
  from: number
}

/**
 * If nothing matches: each answer whose removal leads to a gift.
 *
 * @param alone the same gifts for one guest
 */
export function findRelaxations(
  gifts: readonly GiftCandidate[],
  alone: readonly GiftCandidate[],
  input: GiftFilter,
): Relaxation[] {
  const relaxations: (Omit<Relaxation, 'from'> & { gifts: readonly GiftCandidate[] })[] = [
    { omitted: 'budget', filter: { ...input, budget: undefined }, gifts },
    { omitted: 'mood', filter: { ...input, mood: undefined }, gifts },
    { omitted: 'for', filter: { ...input, for: undefined }, gifts },
    { omitted: 'guests', filter: { ...input, guests: 1 }, gifts: alone },
  ]
  return relaxations
    .filter((way) => way.filter[way.omitted] !== input[way.omitted])
    .flatMap(({ gifts: offered, ...way }) => {
      const found = rankGifts(offered, way.filter).map(({ total }) => total)
      return found.length === 0 ? [] : [{ ...way, from: Math.min(...found) }]
    })
}
