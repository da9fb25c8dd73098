import { type Upgrade } from '#contract/catalogue.ts'
import { formatDollars } from '../format/format-dollars.ts'

/** "$49.00", or "6% of the price". */
export function upgradePrice({ price, percent }: Pick<Upgrade, 'price' | 'percent'>): string {
  return price === null ? `${String(percent ?? 0)}% of the price` : formatDollars(price)
}

/** The unit of an upgrade's price (spec section 9) in words. */
export function upgradeReach(goodFor: number): string {
  if (goodFor === -1) return 'as many as you like'
  if (goodFor === 0) return 'once for the whole party'
  return goodFor === 1 ? 'for each guest' : `one for every ${String(goodFor)} guests`
}

/** The upgrades of a flight. They are chosen together with the date. */
export function UpgradeOffers({ upgrades }: { upgrades: readonly Upgrade[] }) {
  return (
    <dl className="offers">
      {upgrades.map((upgrade) => (
        <div key={upgrade.id}>
          <dt>
            <b>{upgrade.name}</b>
            <small>{upgrade.description}</small>
          </dt>
          <dd className="offer-price">
            <span className="price">{upgradePrice(upgrade)}</span>
            <small>{upgradeReach(upgrade.good_for_x_pax)}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
