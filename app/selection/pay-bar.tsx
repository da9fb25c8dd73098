import { type ReactNode } from 'react'

/** Price and submit button of the page's form, always visible on phones. */
export function PayBar({ price, detail, form }: { price: string; detail: ReactNode; form: string }) {
  return (
    <section className="paybar" aria-label="Price">
      <p className="price">
        {price} <small>{detail}</small>
      </p>
      <button type="submit" className="btn small" form={form} name="intent" value="continue">
        Continue
      </button>
    </section>
  )
}
