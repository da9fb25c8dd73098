import { type Upgrade } from '#contract/catalogue.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { FieldError } from '../../ui/field.tsx'
import { ADULT } from '#contract/passenger-type-words.ts'
import { inputProps, LabelledBox, optionProps, selectProps, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { NamedOptions } from '../../ui/select-field.tsx'
import { ChooseButton } from './choose-button.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import {
  passengerName,
  passengerType,
  passengerWeight,
  type SellField,
  upgradeAnswer,
  upgradeQuantity,
} from './sell-shape.ts'
import { MOST_PEOPLE } from './sell-state.ts'

interface PartyPartProps {
  choice: SellChoice
  form: PlainForm<SellField>
}

/** The fourth choice: who flies, what they weigh, and what they want besides. */
export function PartyPart({ choice: { state, upgrades, types }, form }: PartyPartProps) {
  const { people } = state
  const rows = Array.from({ length: people }, (_, at) => at + 1)
  return (
    <section className="sale-part" aria-labelledby="s4">
      <div className="sale-head">
        <h2 id="s4">4. Party of {people}</h2>
        {people < MOST_PEOPLE ? (
          <ChooseButton
            name="people"
            value={people + 1}
            focused={state.at === 'party'}
            className="btn second"
          >
            Add a passenger
          </ChooseButton>
        ) : null}
      </div>
      <input type="hidden" name="quantity" value={people} />
      {rows.map((at) => (
        <PassengerRow key={at} at={at} state={state} types={types} form={form} />
      ))}
      <Extras upgrades={upgrades} form={form} />
    </section>
  )
}

interface PassengerRowProps {
  /** The passenger's place, from 1. */
  at: number
  state: SellChoice['state']
  types: SellChoice['types']
  form: PlainForm<SellField>
}

function PassengerRow({ at, state, types, form }: PassengerRowProps) {
  const [name, weight] = [form.fields[passengerName(at)], form.fields[passengerWeight(at)]]
  const type = form.fields[passengerType(at)]
  if (!name || !weight) return null
  return (
    <div className="sale-row" role="group" aria-label={`Passenger ${String(at)}`}>
      <TextField field={name} maxLength={120} autoComplete="off" />
      <TextField
        field={weight}
        label="Weight, lb"
        className="few"
        inputMode="numeric"
        placeholder="later"
        autoComplete="off"
      />
      {types.length > 0 && type ? (
        <LabelledBox field={type} label="Seat for">
          <select className="input" {...selectProps(type)}>
            <NamedOptions none={ADULT} of={types} />
          </select>
        </LabelledBox>
      ) : null}
      {state.people > 1 ? (
        <button type="submit" name="remove" value={at} className="sale-link">
          Remove<span className="vh"> passenger {at}</span>
        </button>
      ) : null}
    </div>
  )
}

const costOf = ({ price, percent }: Upgrade) =>
  price === null ? `${formatPercent(percent ?? 0)} of the price` : formatDollars(price)

function Extras({ upgrades, form }: { upgrades: Upgrade[]; form: PlainForm<SellField> }) {
  const { upgrade: chosen } = form.fields
  if (upgrades.length === 0) return null
  return (
    <fieldset className="desk-choice sale-extras" id={chosen.id}>
      <legend className="flabel">{chosen.label}</legend>
      <FieldError id={chosen.id} error={chosen.error} />
      {upgrades.map((upgrade, at) => {
        const { id, name, meta, good_for_x_pax: reach } = upgrade
        const [quantity, answer] = [form.fields[upgradeQuantity(id)], form.fields[upgradeAnswer(id)]]
        return (
          <div key={id} className="desk-inline">
            <label>
              <input {...optionProps(chosen, 'checkbox', String(id), at)} /> {name}, {costOf(upgrade)}
            </label>
            {reach === -1 && quantity ? (
              <>
                <FieldError id={quantity.id} error={quantity.error} />
                <input
                  className="input few"
                  {...inputProps(quantity, 'number')}
                  min={1}
                  max={50}
                  aria-label={`How many of: ${name}`}
                />
              </>
            ) : null}
            {meta.question === null || !answer ? null : (
              <>
                <FieldError id={answer.id} error={answer.error} />
                <input
                  className="input wide"
                  {...inputProps(answer, undefined)}
                  aria-label={`${name}: ${meta.question}`}
                  placeholder={meta.question}
                  maxLength={500}
                />
              </>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
