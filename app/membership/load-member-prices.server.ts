import { type Place } from '#contract/enums.ts'
import { type Plan } from '#contract/membership.ts'
import { featuredProducts } from '../catalogue/featured-products.ts'
import { requireProducts } from '../catalogue/load-catalogue.server.ts'
import { type PhotoFields } from '../pictures/photo-art.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** A flight with the list price and the members' price of a seat, or of the aircraft. */
export interface ClubPrice extends PhotoFields {
  id: number
  slug: string
  name: string
  place: Place
  whole: boolean
  /** In dollars, before fees. */
  usual: number
  members: number
}

/** The brand's first flights at members' prices. */
export async function loadClubPrices(
  visit: Visit,
  { percent_off: percent, amount_off: amount }: Plan,
): Promise<ClubPrice[]> {
  const products = await requireProducts(visit)
  return featuredProducts(products, undefined)
    .filter(({ availability }) => availability === 'available')
    .slice(0, 4)
    .flatMap(({ id, slug, name, place, seat_price: seat, flight_price: flight, ...row }) => {
      const usual = seat ?? flight
      if (usual === null) return []
      const off = percent === null ? (amount ?? 0) : Math.round(usual * percent) / 100
      const prices = { whole: seat === null, usual, members: Math.max(0, usual - off) }
      return [{ id, slug, name, place, photo: row.photo, photo_focal: row.photo_focal, ...prices }]
    })
}
