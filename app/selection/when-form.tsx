import { Form } from '@remix-run/react'
import { type ReactNode } from 'react'
import { Eligibility } from '../catalogue/eligibility.tsx'
import { MonthTable } from '../catalogue/month-table.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { WeightsBox } from '../passengers/weights-box.tsx'
import { WEIGHTS_FORM } from '../passengers/weights-fields.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { EnterButton, SubmitButton } from '../ui/submit-button.tsx'
import { useServiceTexts } from '../visit/service-texts.ts'
import { CodeBox, type CodeBoxProps, codeInput } from './code-box.tsx'
import { DeparturePicker } from './departure-picker.tsx'
import { NeedsScript } from './needs-script.tsx'
import { OrderBar, OrderRail } from './order-summary.tsx'
import { PartyPicker } from './party-picker.tsx'
import { StepList } from './step-list.tsx'
import { UpgradePicker } from './upgrade-picker.tsx'
import { useWhenAnswers, useWhenPending } from './use-when-answers.ts'
import { useWhenForm } from './use-when-form.ts'
import {
  dateHref,
  monthHref,
  problemItems,
  problemOf,
  whenLines,
  type WhenPage,
  wholeFlightTimes,
} from './when-page.ts'

const WAITING = 'Choose a time to see your total.'

interface WhenFormProps {
  page: WhenPage
  failed: boolean
  redeemNote: ReactNode
  waitlist: ReactNode
}

/**
 * The page "When": a month, a day's departures, the party and the upgrades, in one GET form.
 *
 * @param props.failed the last request got no answer: the choice stays, and the form submits as a
 *   page load
 * @param props.redeemNote what is redeemed here; undefined on other checkouts
 * @param props.waitlist links to the waitlists of the day's full departures
 */
export function WhenForm({ page, failed, redeemNote, waitlist }: WhenFormProps) {
  const { path, product, query, month, day, departure, quantityType, quote, weights } = page
  const inPlace = useWhenForm(page, failed)
  const { barNote, holdNote } = useServiceTexts()
  const { announcement, moved, problems } = useWhenAnswers(page, inPlace)
  const pending = useWhenPending(page)
  const errors = {
    quantity: problemOf(problems, 'quantity'),
    quantity_type: problemOf(problems, 'quantity_type'),
    types: problemOf(problems, 'types'),
  }
  return (
    <>
      <OrderBar quote={quote} waiting={WAITING} pending={pending.price} />
      <div className="wrap section checkout">
        <div className="with-rail">
          <div>
            <StepList current="when" />
            <ErrorSummary
              items={
                moved && !page.continuing ? [] : [...(weights?.summary ?? []), ...problemItems(problems)]
              }
            />
            <h1>When would you like to fly?</h1>
            <p className="lede mt4 mb6">
              {product.name}, {product.duration_label} from {product.departure_terminal_name}.
            </p>
            {redeemNote}
            <NeedsScript />
            {weights ? <form id={WEIGHTS_FORM} method="post" action={weights.action} noValidate /> : null}
            <Form
              id="when"
              method="get"
              action={path}
              noValidate
              reloadDocument={failed}
              ref={inPlace.form}
              {...inPlace.handlers}
            >
              <EnterButton intent="update" />
              {query.named.map(([name, value]) =>
                // Passenger types have fields of their own.
                name.startsWith('utm') ? <input key={name} type="hidden" name={name} value={value} /> : null,
              )}
              <section className="group" aria-labelledby="choose-day">
                <h2 id="choose-day" className="vh">
                  Choose a day
                </h2>
                <MonthTable
                  month={month}
                  chosen={day.date}
                  dateHref={dateHref(page)}
                  monthHref={monthHref(page)}
                  pending={pending.month}
                  paid={page.marks?.days}
                />
                <JumpToDate month={month} date={day.date} action={`${path}#departures`} />
              </section>
              <DeparturePicker
                day={day}
                terminalName={product.departure_terminal_name}
                quantityType={quantityType}
                chosen={departure}
                party={query.quantity.value}
                error={problemOf(problems, 'departures')}
                dateHref={dateHref(page)}
                pending={pending.day}
                waitlist={waitlist}
                marks={page.marks?.departures}
              />
              <PartyPicker
                product={product}
                departure={departure}
                wholeFlightTimes={wholeFlightTimes(day)}
                quantityType={quantityType}
                quantity={query.quantity.text}
                types={query.named}
                formAction={`${path}#party`}
                errors={errors}
              />
              <div>
                {weights ? <WeightsBox product={product} {...weights.box} /> : null}
                <Eligibility lines={page.eligibility} />
              </div>
              <UpgradePicker upgrades={page.upgrades} chosen={query.upgradeIds} prize={page.prize} />
              {/* The form also submits that the address redeems something. */}
              {redeemNote ? <input type="hidden" name="redeem" value="1" /> : null}
              <CodePart {...page.codeBox} />
              <div className="group btn-row">
                <SubmitButton intent="continue" className="grow">
                  Continue to who and pay
                </SubmitButton>
                <SubmitButton intent="update" className="second">
                  Update price
                </SubmitButton>
              </div>
              <p className="vh" role="status">
                {announcement}
              </p>
              {failed ? <NotReached retry={inPlace.retry} /> : null}
            </Form>
          </div>
          <OrderRail
            title={product.name}
            when={whenLines(page)}
            quote={quote}
            waiting={WAITING}
            art={<img src={page.art} alt="" width={1600} height={900} loading="lazy" decoding="async" />}
            note={holdNote}
            pending={pending.price}
          />
        </div>
      </div>
      <PayBar
        form="when"
        price={
          quote
            ? formatDollars(quote.total)
            : `${product.on_sale === false ? '' : 'From '}${formatDollars(product.from_price_total)}`
        }
        detail={quote ? barNote : 'choose a time'}
      />
    </>
  )
}

function NotReached({ retry }: { retry: () => void }) {
  return (
    <div className="alert warn not-reached" role="alert">
      <p>We could not load that just now. What you chose is kept.</p>
      <button type="button" className="btn second small" onClick={retry}>
        Try again
      </button>
    </div>
  )
}

function JumpToDate(props: { month: WhenPage['month']; date: string; action: string }) {
  return (
    <div className="with-btn jump mt5">
      <div className="field">
        <label htmlFor="date">Jump to a date</label>
        <input
          className="input"
          id="date"
          name="date"
          type="date"
          defaultValue={props.date}
          min={props.month.from_date}
          max={props.month.until_date}
        />
      </div>
      <SubmitButton intent="update" className="second" formAction={props.action}>
        Go
      </SubmitButton>
    </div>
  )
}

/** Price and submit button of the page's form, always visible on phones. */
function PayBar({ price, detail, form }: { price: string; detail: ReactNode; form: string }) {
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

/** The discount code on the page "When": its form only asks for a page. */
function CodePart({ code, error, ...box }: Omit<CodeBoxProps, 'children' | 'intent'>) {
  return (
    <CodeBox {...{ code, error, ...box }} intent="update">
      <input
        key={code}
        {...codeInput}
        id="code"
        name="code"
        defaultValue={code}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'code-error'}
      />
    </CodeBox>
  )
}
