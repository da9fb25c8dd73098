import { type ReactNode } from 'react'
import { type Place } from '#contract/enums.ts'
import { SceneCard } from '../../pictures/scene-picture.tsx'
import { FieldError } from '../../ui/field.tsx'
import { ChoiceField, optionProps, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { NamedOptions } from '../../ui/select-field.tsx'
import { type ProductChoices } from './load-products.server.ts'
import { type ProductField } from './product-form.ts'
import { AVAILABILITY, MIN_MISSED, NO_SHOW, PLACES } from './product-words.ts'

type Fields = PlainForm<ProductField>['fields']

interface ReadFieldsProps {
  fields: Fields
  /** The product whose pictures are chosen from; undefined for a new one. */
  product: { id: number; tags: string[] } | undefined
}

/** Name, texts and picture. */
export function ReadFields({ fields, product }: ReadFieldsProps) {
  return (
    <section className="desk-part" aria-labelledby="read">
      <h2 id="read">What shoppers read</h2>
      <div className="desk-pair">
        <TextField field={fields.name} need="required" maxLength={200} />
        <TextField
          field={fields.slug}
          {...(product ? {} : { hint: 'Made from the name if it is empty.' })}
          maxLength={80}
          spellCheck={false}
        />
      </div>
      <TextField field={fields.subtitle} maxLength={200} />
      <TextAreaField field={fields.description} rows={4} maxLength={5000} />
      <fieldset className="product-pictures">
        <legend className="flabel">{fields.place.label}</legend>
        <FieldError id="place" error={fields.place.error} />
        {(Object.keys(PLACES) as Place[]).map((place, at) => (
          <label key={place}>
            <SceneCard place={place} tags={product?.tags ?? []} product={product?.id} />
            <span>
              <input id={`place-${place}`} {...optionProps(fields.place, 'radio', place, at)} />{' '}
              {PLACES[place]}
            </span>
          </label>
        ))}
      </fieldset>
    </section>
  )
}

interface RuleFieldsProps {
  fields: Fields
  choices: ProductChoices
  /** The sentence about the price. */
  price: ReactNode
  /** A link to the fares, if there are any. */
  fares: ReactNode
}

/** Prices, rules, who sells it and when. */
export function RuleFields({ fields, choices, price, fares }: RuleFieldsProps) {
  const states = Object.entries(AVAILABILITY).map(([id, name]) => ({ id, name }))
  const noShows = Object.entries(NO_SHOW).map(([id, name]) => ({ id, name }))
  const missed = Object.entries(MIN_MISSED).map(([id, name]) => ({ id, name }))
  return (
    <section className="desk-part" aria-labelledby="rules">
      <h2 id="rules">Price and rules</h2>
      <div className="product-figures">
        <TextField field={fields.seat_price} inputMode="decimal" maxLength={12} />
        <TextField field={fields.flight_price} inputMode="decimal" maxLength={12} />
        <TextField field={fields.flight_duration_mins} inputMode="numeric" maxLength={4} />
      </div>
      <div className="product-figures">
        <TextField field={fields.sales_close_mins} inputMode="numeric" maxLength={5} />
        <TextField field={fields.staff_sales_close_mins} inputMode="numeric" maxLength={5} />
        <TextField field={fields.seats_held_back} inputMode="numeric" maxLength={2} />
      </div>
      <div className="product-figures">
        <TextField field={fields.min_passengers} inputMode="numeric" maxLength={2} />
        <TextField field={fields.min_decided_mins} inputMode="numeric" maxLength={5} />
        <ChoiceField field={fields.min_missed}>
          <NamedOptions of={missed} />
        </ChoiceField>
      </div>
      <div className="product-figures">
        <TextField field={fields.check_in_mins} inputMode="numeric" maxLength={3} />
        <TextField
          field={fields.late_mins}
          hint="Empty: from check-in time on."
          inputMode="numeric"
          maxLength={3}
        />
      </div>
      <div className="product-figures">
        <ChoiceField field={fields.no_show}>
          <NamedOptions of={noShows} />
        </ChoiceField>
        <TextField field={fields.no_show_days} inputMode="numeric" maxLength={3} />
        <TextField field={fields.no_show_percent} inputMode="numeric" maxLength={3} />
      </div>
      {price}
      {fares}
      <div className="desk-pair">
        <ChoiceField field={fields.departure_terminal_id}>
          <NamedOptions none="Please choose" of={choices.terminals} />
        </ChoiceField>
        <ChoiceField field={fields.aircraft_type_id}>
          <NamedOptions none="Please choose" of={choices.aircraftTypes} />
        </ChoiceField>
      </div>
      <fieldset className="desk-choice">
        <legend className="flabel">{fields.brand_id.label}</legend>
        <FieldError id="brand_id" error={fields.brand_id.error} />
        {choices.brands.map(({ id, name }, at) => (
          <label key={id}>
            <input
              id={at === 0 ? 'brand_id' : `brand_id-${String(id)}`}
              {...optionProps(fields.brand_id, 'radio', String(id), at)}
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
      <div className="product-figures">
        <TextField field={fields.publish_at} type="date" />
        <TextField field={fields.publish_until} type="date" />
        <ChoiceField field={fields.availability}>
          <NamedOptions of={states} />
        </ChoiceField>
      </div>
    </section>
  )
}
