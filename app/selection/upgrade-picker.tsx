import { type Upgrade } from '#contract/catalogue.ts'
import { type Prize } from '#contract/prize.ts'
import { PickCard } from '../ui/pick-card.tsx'
import { formatDollars } from '../format/format-dollars.ts'

/** How many people one unit is for (spec section 9). */
function describeQuantity(upgrade: Upgrade): string {
  if (upgrade.good_for_x_pax === -1) return 'Per person.'
  if (upgrade.good_for_x_pax === 0) return 'One for your whole party.'
  if (upgrade.good_for_x_pax === 1) return 'Per person.'
  return `One for every ${String(upgrade.good_for_x_pax)} people.`
}

function price(upgrade: Upgrade): string | undefined {
  if (upgrade.price !== null) return formatDollars(upgrade.price)
  return upgrade.percent === null ? undefined : `${String(upgrade.percent)}% of the price`
}

/** The upgrades of the flight; one is free for the winner of a prize. */
export function UpgradePicker({
  upgrades,
  chosen,
  prize,
}: {
  upgrades: readonly Upgrade[]
  chosen: readonly number[]
  prize: Prize | undefined
}) {
  if (upgrades.length === 0) return null
  return (
    <section className="group" id="upgrades">
      <fieldset>
        <legend>Worth adding</legend>
        <div className="picks">
          {upgrades.map((upgrade) => (
            <PickCard
              key={upgrade.id}
              id={`upgrade-${String(upgrade.id)}`}
              type="checkbox"
              name="upgrades"
              value={upgrade.id}
              title={upgrade.name}
              price={upgrade.id === prize?.upgrade_id ? 'Free' : price(upgrade)}
              defaultChecked={chosen.includes(upgrade.id)}
            >
              {upgrade.id === prize?.upgrade_id ? <strong>Your prize: {prize.name}. </strong> : null}
              {upgrade.description || describeQuantity(upgrade)}
              {upgrade.meta.question ? ' We ask you one thing about it on the next page.' : null}
            </PickCard>
          ))}
        </div>
      </fieldset>
    </section>
  )
}
