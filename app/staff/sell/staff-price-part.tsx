import { formatDollars } from '../../format/format-dollars.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { AskButton } from '../parts/ask-button.tsx'
import { type SaleKind, type SellField } from './sell-shape.ts'
import { type ShownPrice } from './sell-answer.ts'

interface StaffPricePartProps {
  kind: SaleKind
  form: PlainForm<SellField>
}

const PRICE_HINT =
  'Instead of the list price. Fees and tax count on it; codes, campaigns and members’ prices do not apply.'

/** Another price than the list price, folded until it is used; gift cards have none. */
export function StaffPricePart({ kind, form }: StaffPricePartProps) {
  const { staff_price: price, staff_price_reason: reason } = form.fields
  if (kind === 'gift_card') return null
  const isUsed = [price, reason].some(({ error, meta }) => error !== undefined || Boolean(meta.initialValue))
  return (
    <details className="sale-other" open={isUsed}>
      <summary>Another price</summary>
      <TextField field={price} inputMode="decimal" autoComplete="off" hint={PRICE_HINT} />
      <TextField field={reason} maxLength={500} autoComplete="off" hint="Only staff read it." />
      <button type="submit" className="btn second" name="intent" value="price">
        Show the total
      </button>
    </details>
  )
}

/** The list price beside the price that staff set, and what that gives. */
export function StaffPriceWords({ kind, price }: { kind: SaleKind; price: ShownPrice }) {
  if (!price.staffPrice) return null
  const each = kind === 'flight' ? 'aircraft' : 'seat'
  const list = `List price ${formatDollars(price.staffPrice.list)} for each ${each}.`
  return <p className="muted">{`${list} ${givenWords(price.staffPrice)}`}</p>
}

function givenWords({ given, limit }: NonNullable<ShownPrice['staffPrice']>): string {
  if (given === 0) return 'This price gives nothing.'
  const gives = `This price gives ${formatDollars(given)}`
  if (limit === null) return `${gives}.`
  return given > limit
    ? `${gives}, and you may give ${formatDollars(limit)} of an order: a colleague has to approve it.`
    : `${gives} of the ${formatDollars(limit)} that you may give of an order.`
}

/** Whether a price gives more than who sets it may give alone. */
export const isAboveLimit = ({ staffPrice }: ShownPrice): boolean =>
  staffPrice !== undefined && staffPrice.limit !== null && staffPrice.given > staffPrice.limit

/** Puts the sale before a colleague, as it stands in the form. */
export const AskToSell = () => (
  <>
    <p className="muted">
      A colleague can approve this sale as it stands here. Until then no seats are held for it; it is paid on
      the page of its order.
    </p>
    <AskButton intent="ask" />
  </>
)
