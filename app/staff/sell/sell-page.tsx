import { Check } from '../../ui/check.tsx'
import { FormErrors, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type ShopField, type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { Success } from '../../ui/notice.tsx'
import { type Asked, ASKED_WORDS } from '../parts/asked-words.ts'
import { LIVE_FORM, LivePreview } from '../parts/live-part.tsx'
import { CallerCard } from './caller-card.tsx'
import { DayChoice } from './day-choice.tsx'
import { FarePart } from './fare-part.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import { PartyPart } from './party-part.tsx'
import { PriceDock, PriceSide } from './price-side.tsx'
import { type SellAnswer } from './sell-answer.ts'
import { type SellField, sellShape } from './sell-shape.ts'
import { sellPath } from './sell-state.ts'
import { TimeChoice } from './time-choice.tsx'
import { WhatChoice } from './what-choice.tsx'

interface SellPageProps {
  choice: SellChoice
  /** The answer to a press that leads to no other address. */
  answer: SellAnswer | undefined
  /** What became of asking a colleague for the sale before. */
  asked: Asked | undefined
}

/** A sale by staff: the caller, then five choices, with the price and the act always in view. */
export function SellPage({ choice, answer: pressed, asked }: SellPageProps) {
  const { state, upgrades, values } = choice
  const answer = pressed ?? choice.priced
  const shape = sellShape(
    state.kind,
    upgrades.map(({ id }) => id),
    state.people,
  )
  const form = plainForm(shape, answer?.answer, values)
  const day = answer?.day ?? choice.day
  return (
    <div className="wrap desk sale">
      <FormErrors form={form} />
      <h1 className="vh">Sell</h1>
      {asked && !pressed ? (
        <Success>
          {ASKED_WORDS[asked]}
          {asked === 'waits' ? ' No seats are held for it.' : ''}
        </Success>
      ) : null}
      <div className="desk-cols">
        <CallerCard choice={choice} />
      </div>
      <form
        method="post"
        action={sellPath({ ...state, at: undefined })}
        className="desk-cols"
        {...LIVE_FORM}
        {...form.props}
      >
        {/* Enter in a field presses the first button of the form. */}
        <button className="vh" name="intent" value="price" tabIndex={-1} aria-hidden="true">
          Show the price
        </button>
        <div className="sale-parts">
          <Customer choice={choice} form={form} />
          <WhatChoice choice={choice} />
          {state.kind === 'gift_card' ? (
            <FarePart fares={choice.fares} form={form} />
          ) : (
            <>
              <DayChoice choice={choice} />
              <LivePreview id="sale-times">
                {day ? <TimeChoice choice={choice} day={day} field={form.fields.departure} /> : null}
              </LivePreview>
              <PartyPart choice={choice} form={form} />
            </>
          )}
        </div>
        <PriceSide choice={choice} form={form} answer={answer} />
        <PriceDock choice={choice} answer={answer} />
      </form>
    </div>
  )
}

/** Who buys: known from the caller, or typed. */
function Customer({ choice, form }: { choice: SellChoice; form: PlainForm<SellField> }) {
  const { full_name: name, email, phone } = form.fields
  const { caller, state, consent } = choice
  if (caller) {
    return (
      <>
        {[name, email, phone].map(({ name: field }) => {
          const value = choice.values[field]
          return (
            <input key={field} type="hidden" name={field} value={typeof value === 'string' ? value : ''} />
          )
        })}
        {caller.phone ? <TextConsent words={consent} field={form.fields.text_consent} /> : null}
      </>
    )
  }
  const hint =
    state.kind === 'gift_card'
      ? 'The codes go there.'
      : 'Ticket and receipt go there. Empty for a walk-in: they scan a code.'
  return (
    <section className="sale-part sale-customer" aria-label="Customer">
      <TextField
        field={name}
        maxLength={120}
        autoComplete="off"
        placeholder={state.kind === 'gift_card' ? undefined : 'as passenger 1'}
      />
      <TextField field={email} type="email" hint={hint} maxLength={254} autoComplete="off" />
      <TextField field={phone} type="tel" maxLength={40} autoComplete="off" />
      <TextConsent words={consent} field={form.fields.text_consent} />
    </section>
  )
}

/** Staff read the words out, and tick the box once the customer has said yes. */
function TextConsent({ words, field }: { words: string | undefined; field: ShopField }) {
  if (words === undefined) return null
  return (
    <div className="sale-consent">
      <Check
        id={field.id}
        label={`Texts: they said yes to “${words}”`}
        error={field.error}
        {...optionProps(field, 'checkbox', words, 0)}
      />
    </div>
  )
}
