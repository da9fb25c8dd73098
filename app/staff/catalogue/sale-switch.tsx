import { type RowFormValues } from './row-input.ts'

interface SaleSwitchProps {
  plural: string
  id: string
  /** The saved row, and its ETag. */
  kept: { typed: RowFormValues; tag: string }
  /** Today, in the brand's zone. */
  today: string
}

/** Says whether something is on sale, and the button that changes it. */
const WORDS = {
  sale: { on: 'On sale.', off: 'Not on sale.', stop: 'Stop the sale now', sell: 'Sell again' },
  brand: {
    on: 'The shop is open.',
    off: 'The shop is closed for maintenance: it shows a page that it will be back, and takes no new orders.',
    stop: 'Close the shop for maintenance',
    sell: 'Open the shop again',
  },
}

/**
 * Stops and starts the sale of a product, a departure or a whole brand, and links to what shoppers
 * see on a day.
 */
export function SaleSwitch({ plural, id, kept: { typed, tag }, today }: SaleSwitchProps) {
  const product = plural === 'products' ? id : typed['product_id']
  if (plural !== 'products' && plural !== 'departures' && plural !== 'brands') return null
  const selling =
    plural === 'brands'
      ? typed['maintenance'] !== 'true'
      : typed['publish_status'] === 'published' &&
        (plural === 'departures' || typed['availability'] === 'available')
  const words = plural === 'brands' ? WORDS.brand : WORDS.sale
  return (
    <div className="desk-tools">
      <form method="post">
        <input type="hidden" name="tag" value={tag} />
        <p>
          <strong>{selling ? words.on : words.off}</strong>
        </p>
        <button type="submit" className="btn second small" name="intent" value={selling ? 'stop' : 'sell'}>
          {selling ? words.stop : words.sell}
        </button>
      </form>
      {typeof product === 'string' ? (
        <form method="get" action={`/checkout/${product}`}>
          <label className="flabel" htmlFor="seen-on">
            As the shopper sees it on
          </label>
          <div className="btn-row">
            <input className="input when" type="date" id="seen-on" name="date" defaultValue={today} />
            <button type="submit" className="btn second small">
              Look
            </button>
          </div>
        </form>
      ) : null}
    </div>
  )
}
