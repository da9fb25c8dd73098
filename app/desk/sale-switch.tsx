import { type Typed } from './row-form.ts'

interface SaleSwitchProps {
  plural: string
  id: string
  /** The row as it is kept. */
  kept: Typed
  /** Today, in the brand's zone. */
  today: string
}

/** Stops and opens the sale of a product or a departure, and leads to what its shoppers see on a day. */
export function SaleSwitch({ plural, id, kept, today }: SaleSwitchProps) {
  const product = plural === 'products' ? id : kept['product_id']
  if ((plural !== 'products' && plural !== 'departures') || typeof product !== 'string') return null
  const selling =
    kept['publish_status'] === 'published' &&
    (plural === 'departures' || kept['availability'] === 'available')
  return (
    <div className="desk-tools">
      <form method="post">
        <p>
          <strong>{selling ? 'On sale.' : 'Not on sale.'}</strong>
        </p>
        <button type="submit" className="btn second small" name="intent" value={selling ? 'stop' : 'sell'}>
          {selling ? 'Stop the sale now' : 'Sell again'}
        </button>
      </form>
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
    </div>
  )
}
