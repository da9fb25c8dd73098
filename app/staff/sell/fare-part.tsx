import { formatDollars } from '../../format/format-dollars.ts'
import { FieldError } from '../../ui/field.tsx'
import { optionProps, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { type SellChoice } from './load-sell-page.server.ts'
import { type SellField } from './sell-shape.ts'

interface FarePartProps {
  fares: SellChoice['fares']
  form: PlainForm<SellField>
}

/** What gift cards are good for, and how many; they have no day. */
export function FarePart({ fares, form }: FarePartProps) {
  const { fare, quantity } = form.fields
  return (
    <section className="sale-part" aria-labelledby="s2">
      <h2 id="s2">2. Gift card</h2>
      {fares.length === 0 ? <p>No gift cards are sold for this flight.</p> : null}
      <fieldset id={fare.id}>
        <legend className="flabel">Good for</legend>
        <FieldError id={fare.id} error={fare.error} />
        <div className="sale-pick">
          {fares.map(({ id, name, gift_price: price }, at) => (
            <label key={id}>
              <input {...optionProps(fare, 'radio', String(id), at)} />
              <b>{name}</b>
              {typeof price === 'number' ? <small>{formatDollars(price)}</small> : null}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField field={quantity} type="number" className="few" min={1} max={60} need="required" />
    </section>
  )
}
