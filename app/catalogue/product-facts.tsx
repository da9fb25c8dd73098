import { type Product } from '#contract/catalogue.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { useServiceTexts } from '../visit/service-texts.ts'

type Facts = Pick<
  Product,
  'flight_duration_mins' | 'from_price_total' | 'seat_price' | 'check_in_mins' | 'departure_terminal_name'
>

/** Minutes, price, seats and check-in in large type. A capacity of 0 is unknown and not shown. */
export function ProductFacts({ product, guests }: { product: Facts; guests: number }) {
  const { fees } = useServiceTexts()
  const [whole = '', cents = ''] = formatDollars(product.from_price_total).split('.')
  return (
    <dl className="facts">
      <Fact value={String(product.flight_duration_mins)} unit="min" text="in the air" />
      <div>
        <dt>
          {product.seat_price === null ? 'for the whole aircraft' : 'for a seat, the lowest price'}, {fees}
        </dt>
        <dd>
          <span className="t t-l">
            {whole}
            <small className="cents">.{cents}</small>
          </span>
        </dd>
      </div>
      {guests > 0 ? (
        <Fact value={String(guests)} unit="seats" text="guests at most, each with a view" />
      ) : null}
      <Fact
        value={String(product.check_in_mins)}
        unit="min"
        text={`at ${product.departure_terminal_name}, before departure`}
      />
    </dl>
  )
}

function Fact({ value, unit, text }: { value: string; unit: string; text: string }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd>
        <span className="t t-l">
          {value}
          <small>{unit}</small>
        </span>
      </dd>
    </div>
  )
}
