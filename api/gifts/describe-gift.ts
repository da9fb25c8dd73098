import { describeDepartures, joinWords } from '../rules/gifts/describe-departures.ts'
import { type CardFares, findGiftScope, type GiftScope, paysDeparture } from '../rules/gifts/gift-scope.ts'
import { type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { getDepartureTags } from '../rules/time/local-time.ts'
import { type Catalogue, type CatalogueEntry, type DepartureRow } from '../store/catalogue/read-catalogue.ts'

export interface DescribedGift extends GiftScope {
  /**
   * The departures that the card pays, in the same words on card, page and mail, without a full
   * stop.
   */
  label: string
}

/** What a gift card pays for now, with the sentence that describes it. */
export function describeGift(
  card: CardFares & { unit: QuantityType },
  { fares, entries }: Pick<Catalogue, 'fares' | 'entries'>,
  now: Date,
): DescribedGift {
  const scope = findGiftScope(card, fares)
  const what = card.unit === 'seat' ? 'One seat' : 'One whole aircraft'
  const parts = entries.flatMap((entry) => describePart(entry, scope, now))
  return {
    ...scope,
    label: `${what} on ${parts.length > 0 ? parts.join('; or on ') : 'a flight that is no longer sold'}`,
  }
}

/** What the card pays of one product; undefined for nothing. */
function describePart(entry: CatalogueEntry, scope: GiftScope, now: Date): string[] {
  const { product, fares, departures } = entry
  const named = fares.filter(({ id }) => scope.fareIds.includes(id))
  const whole = scope.coversAllFares && scope.productId === product.id
  if (named.length === 0 && !whole) return []
  const rules = departures.filter((rule) => isToCome(rule, now))
  const paid = rules.filter(({ fareId }) => paysDeparture(scope, { productId: product.id, fareId }))
  if (whole || (paid.length === rules.length && rules.length > 0)) {
    const kinds = kindsOf(rules)
    const more = kinds.length > 0 ? `: ${joinWords(kinds)} too` : ''
    return [`every departure of ${product.name}, whatever it costs${more}`]
  }
  const when = paid.length > 0 ? describeDepartures(paid) : 'no departure is planned at this fare'
  return [`${product.name} (${named.map(({ name }) => name).join(', ')}): ${when}`]
}

/** On sale now or later. */
const isToCome = ({ publishStatus, publishUntil }: DepartureRow, now: Date) =>
  publishStatus === 'published' && (publishUntil === null || publishUntil > now)

/** The kinds of departures that often have another price. */
function kindsOf(rules: readonly DepartureRow[]): string[] {
  const tags = new Set(rules.flatMap((rule) => getDepartureTags(rule)))
  return [
    ...(tags.has('night') || tags.has('midnight') ? ['night'] : []),
    ...(rules.some(({ departureType }) => departureType === 'sunset') ? ['sunset'] : []),
    ...(rules.some(({ dayOfWeek }) => dayOfWeek === 0 || dayOfWeek === 6) ? ['weekend'] : []),
    ...(tags.has('off-peak') ? ['off-peak'] : []),
  ]
}
