import { eq } from 'drizzle-orm'
import { type ProductSheetPreview, type SheetTime } from '#contract/product-sheet.ts'
import { type DbOrTx } from '../../db/client.ts'
import { aircraftTypes } from '../../db/schema/catalogue.ts'
import { invalid, type Refusal, type Wire } from '../../resources/resource.ts'
import { toDollars, toDollarsOrNull } from '../../rules/money/money.ts'
import { getCampaignBps } from '../../rules/pricing/price-lines.ts'
import { priceCart } from '../../rules/pricing/pricing.ts'
import {
  type Catalogue,
  type CatalogueEntry,
  type DepartureRow,
  getPricingFacts,
  type PricedEntry,
  type ProductRow,
} from '../../store/catalogue/read-catalogue.ts'
import { describeDuration } from '../../resources/creation-defaults.ts'
import { findFromCents, fromUnit } from '../find-from-price.ts'
import { priceRule } from '../present-departure.ts'
import { isInTimetable, isLimited, planTimetable } from '../rules/weekly-timetable.ts'
import { countBookedAhead } from './count-booked-ahead.ts'
import { productColumns } from './sheet-fields.ts'
import { shownSeller } from './summarise-product.ts'

interface PreviewInput {
  /** The product as it is; undefined for a new one. */
  entry: CatalogueEntry | undefined
  /** The fields that would be saved. */
  sent: Wire
  timetable: readonly SheetTime[] | undefined
  now: Date
}
type Previewed = { ok: true; preview: ProductSheetPreview } | Refusal

/** The fields of a product that its prices and its card are made of. */
type DraftProduct = Pick<
  ProductRow,
  | 'id'
  | 'slug'
  | 'name'
  | 'subtitle'
  | 'durationLabel'
  | 'brandId'
  | 'seatPriceCents'
  | 'flightPriceCents'
  | 'feePriceCents'
  | 'creditHidden'
  | 'passengerTypes'
  | 'aircraftTypeId'
  | 'departureTerminalId'
  | 'flightDurationMins'
  | 'place'
  | 'photo'
  | 'photoFocal'
  | 'photoAlt'
  | 'tagList'
  | 'availability'
>

/** Shows a product as saving would make it. Writes nothing. */
export async function previewSheet(
  db: DbOrTx,
  catalogue: Catalogue,
  input: PreviewInput,
): Promise<Previewed> {
  const { entry, now } = input
  const product = draftProduct(entry, input.sent)
  const terminal = catalogue.terminals.find(({ id }) => id === product.departureTerminalId)
  const [type] = await db.select().from(aircraftTypes).where(eq(aircraftTypes.id, product.aircraftTypeId))
  if (!terminal || !type) {
    const missing = terminal ? 'aircraft_type_id' : 'departure_terminal_id'
    return invalid({ [missing]: ['There is no such thing'] })
  }
  const rules = entry?.departures ?? []
  const change = input.timetable && planTimetable(rules, input.timetable)
  const ended = change?.ended ?? []
  const begins = change ? change.created.length + change.reopened.length : 0
  const aircraft = catalogue.aircraft.filter(
    (one) => one.terminalId === terminal.id && one.aircraftTypeId === type.id,
  ).length
  const flying = rules.filter(
    (rule) => (isInTimetable(rule) || isLimited(rule, now)) && !ended.some(({ id }) => id === rule.id),
  )
  const draft = {
    product,
    aircraftType: type,
    terminals: new Map(catalogue.terminals.map((one) => [one.id, one])),
    fares: entry?.fares ?? [],
    fees: catalogue.fees.filter(({ enabled }) => enabled),
    upgrades: entry?.upgrades ?? [],
  }
  const sellerId = shownSeller(catalogue.brands, product.brandId)
  const campaignBps = getCampaignBps(catalogue.campaigns, sellerId, now)
  const priced = [...flying, ...(change?.reopened ?? [])]
  const open = priced.length + begins > 0
  const isNewTime = (change?.created.length ?? 0) > 0 || priced.length === 0
  const fromCents = (bps: number) => findFrom(draft, { rules: priced, isNewTime, sellerId, bps })
  const { parties, seats } = await countBookedAhead(
    db,
    ended.map(({ id }) => id),
    now,
  )
  const preview: ProductSheetPreview = {
    card: {
      id: product.id,
      slug: product.slug,
      name: product.name,
      subtitle: product.subtitle,
      duration_label: product.durationLabel,
      departure_terminal_name: terminal.name,
      from_price_total: toDollars(fromCents(campaignBps)),
      from_price_before_total: campaignBps > 0 ? toDollars(fromCents(0)) : null,
      seat_price: toDollarsOrNull(product.seatPriceCents),
      place: product.place,
      photo: product.photo,
      photo_focal: product.photoFocal,
      photo_alt: product.photoAlt,
      tag_list: product.tagList,
      availability: product.availability,
      on_sale: open && aircraft > 0,
    },
    price: explainPrice(draft, sellerId, campaignBps),
    aircraft,
    begins,
    ends: ended.length,
    parties,
    seats,
  }
  return { ok: true, preview }
}

type Draft = PricedEntry & { product: DraftProduct }

function draftProduct(entry: CatalogueEntry | undefined, sent: Wire): DraftProduct {
  const blank: DraftProduct = {
    ...{ id: 0, slug: '', name: '', subtitle: '', durationLabel: '', brandId: 0 },
    ...{ seatPriceCents: null, flightPriceCents: null, feePriceCents: null, creditHidden: false },
    passengerTypes: [],
    ...{ aircraftTypeId: 0, departureTerminalId: 0, flightDurationMins: 0 },
    ...{ photo: null, photoFocal: 'center', photoAlt: '' },
    ...{ place: 'manhattan', tagList: [], availability: 'available' },
  }
  const product: DraftProduct = { ...(entry?.product ?? blank), ...productColumns(sent) }
  const minutes = product.flightDurationMins
  const isLabelKept = entry?.product.flightDurationMins === minutes
  return isLabelKept ? product : { ...product, durationLabel: describeDuration(minutes) }
}

interface FromInput {
  rules: readonly DepartureRow[]
  /** A departure would have the product's own price. */
  isNewTime: boolean
  sellerId: number
  bps: number
}

function findFrom(draft: Draft, { rules, isNewTime, sellerId, bps }: FromInput): number {
  const unit = fromUnit(draft)
  const own = isNewTime ? [{ row: null }] : []
  const priceOf = (row: DepartureRow | null) => priceRule(getPricingFacts(draft, row, sellerId, bps))
  return findFromCents([...rules.map((row) => ({ row })), ...own], priceOf, unit) ?? 0
}

/** The product's own price with everything that is added to it. */
function explainPrice(draft: Draft, sellerId: number, campaignBps: number): ProductSheetPreview['price'] {
  const facts = getPricingFacts(draft, null, sellerId, campaignBps)
  const { seatPriceCents, flightPriceCents } = draft.product
  if (seatPriceCents === null && flightPriceCents === null) return null
  const quantityType = fromUnit(draft)
  const quantity = quantityType === 'seat' ? 1 : facts.capacity
  const { lines, totalCents } = priceCart(facts, { quantityType, quantity, upgrades: [] })
  return {
    total: toDollars(totalCents),
    whole_aircraft: quantityType === 'flight',
    lines: lines.map(({ label, amountCents }) => ({ label, amount: toDollars(amountCents) })),
  }
}
