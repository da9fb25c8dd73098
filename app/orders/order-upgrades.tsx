import { type UpgradeOffer, type UpgradeQuote } from '#contract/order-change.ts'
import { type Order } from '#contract/order.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FieldError } from '../ui/field.tsx'
import { PickCard } from '../ui/pick-card.tsx'
import { OpenChange } from './open-change.tsx'
import { orderZone } from './order-title.ts'
import { formatDateTime } from '../format/date-time.ts'
import { UPGRADE_BOXES, type UpgradeChoice, UPGRADES_ANCHOR } from './upgrade-choice.ts'

export interface UpgradePart {
  quote: UpgradeQuote
  choice: UpgradeChoice
  formKey: string
  /** The buyer returns from paying. */
  added: boolean
}

export interface OrderUpgradesProps {
  order: Order
  /** Undefined if the service has no upgrades for paid orders. */
  part: UpgradePart | undefined
}

/** The upgrades that can still be added to a flight: chosen here, paid on a separate page. */
export function OrderUpgrades({ order, part }: OrderUpgradesProps) {
  if (!part || part.quote.offers.length === 0) return null
  const { quote, choice } = part
  const nothing = quote.open && choice.priceRequested && choice.upgrades.length === 0
  const refused = choice.upgrades.length > 0 && quote.open ? quote.message : null
  const missing = nothing ? 'Please choose at least one upgrade' : (refused ?? undefined)
  return (
    <section aria-labelledby={UPGRADES_ANCHOR} className="order-upgrades">
      <h2 id={UPGRADES_ANCHOR}>Make more of it</h2>
      <ErrorSummary items={missing ? [{ text: missing, target: UPGRADE_BOXES }] : []} />
      <OpenChange order={order} added={part.added} of="upgrades" />
      {quote.open ? (
        <UpgradeForm order={order} part={part} missing={missing} />
      ) : (
        <ClosedUpgrades quote={quote} />
      )}
      {quote.open && quote.closes_at && choice.upgrades.length === 0 ? (
        <p className="sm subtle mt4">
          Upgrades can be added until {formatDateTime(quote.closes_at, orderZone(order))}.
        </p>
      ) : null}
    </section>
  )
}

interface OpenProps extends OrderUpgradesProps {
  part: UpgradePart
  /** Why no price can be shown. */
  missing: string | undefined
}

function UpgradeForm({ order, part, missing }: OpenProps) {
  const { quote, choice } = part
  return (
    <form method="get" action={`/account/orders/${String(order.id)}`} className="form">
      <fieldset aria-describedby={missing && `${UPGRADE_BOXES}-error`}>
        <legend className="vh">Upgrades for this flight</legend>
        <FieldError id={UPGRADE_BOXES} error={missing} />
        <div className="picks" id={UPGRADE_BOXES}>
          {quote.offers.map((offer) => (
            <UpgradeOfferRow key={offer.upgrade_id} offer={offer} choice={choice} />
          ))}
        </div>
      </fieldset>
      {quote.offers.some(({ quantity }) => quantity !== 0) ? (
        <button type="submit" className="btn second" name="intent" value="price">
          See the price
        </button>
      ) : null}
    </form>
  )
}

function UpgradeOfferRow({ offer, choice }: { offer: UpgradeOffer; choice: UpgradeChoice }) {
  const { upgrade_id: id, quantity, name, description } = offer
  if (quantity === 0) return <BoughtUpgrade offer={offer} />
  const key = String(id)
  const picked = choice.upgrades.find((one) => one.id === id)
  return (
    <div className="upgrade-offer">
      <PickCard
        id={`add-${key}`}
        type="checkbox"
        name="add"
        value={id}
        title={name}
        price={priceOf(offer)}
        defaultChecked={picked !== undefined}
      >
        {[description, reachOf(offer)].filter(Boolean).join(' ')}
      </PickCard>
      {quantity === null ? (
        <p className="upgrade-count">
          <label htmlFor={`n-${key}`}>
            How many<span className="vh"> of {name}</span>
          </label>
          <input
            className="input"
            id={`n-${key}`}
            name={`n${key}`}
            type="number"
            inputMode="numeric"
            min={1}
            max={50}
            defaultValue={picked?.quantity ?? 1}
          />
        </p>
      ) : null}
    </div>
  )
}

/** The questions of an upgrade are answered for the whole party. */
function BoughtUpgrade({ offer: { name, bought_quantity: bought } }: { offer: UpgradeOffer }) {
  return (
    <p className="upgrade-bought">
      <span>{bought > 1 ? `${String(bought)} × ${name}` : name}</span>
      <span className="chip good">on your order</span>
    </p>
  )
}

function priceOf({ quantity, amount, unit_price: unit }: UpgradeOffer): string {
  if (quantity === null) return `${formatDollars(unit)} each`
  return formatDollars(amount)
}

function reachOf({ quantity, unit_price: unit, bought_quantity: bought }: UpgradeOffer): string {
  if (quantity === null) return bought > 0 ? `You have ${String(bought)} of it.` : ''
  return quantity === 1 ? '' : `${String(quantity)} × ${formatDollars(unit)}, for your party.`
}

function ClosedUpgrades({ quote: { message, offers } }: { quote: UpgradeQuote }) {
  return (
    <>
      <p className="note muted">{message}</p>
      {offers
        .filter(({ bought_quantity: bought }) => bought > 0)
        .map((offer) => (
          <BoughtUpgrade key={offer.upgrade_id} offer={offer} />
        ))}
    </>
  )
}
