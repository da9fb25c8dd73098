import { Form, Link } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { partyLabel } from '../catalogue/breakdown-rows.ts'
import { secondCharge } from '../catalogue/second-charge.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { MembershipOffer } from '../membership/membership-offer.tsx'
import { PassengerFields } from '../passengers/passenger-fields.tsx'
import { PassengerNote } from '../passengers/passenger-note.tsx'
import { type useBooking } from '../payments/card/use-booking.ts'
import { useStableCardSettings } from '../payments/card/use-last-card-settings.ts'
import { CodeField } from '../payments/code-field.tsx'
import { answerField, payShape } from '../payments/pay-fields.ts'
import { PaymentSection } from '../payments/payment-section.tsx'
import { repriceOnTick } from '../payments/reprice-on-change.ts'
import { TenderPanel } from '../payments/tender-panel.tsx'
import { NeedsScript } from '../selection/needs-script.tsx'
import { OrderBar, OrderRail } from '../selection/order-summary.tsx'
import { StepList } from '../selection/step-list.tsx'
import { Check } from '../ui/check.tsx'
import { type FieldProblems } from '../ui/form-fields.ts'
import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopField, useShopForm } from '../ui/form/use-shop-form.ts'
import { EnterButton } from '../ui/submit-button.tsx'
import { AccountNeeded, BuyerDetails, LogoutForm } from './buyer-details.tsx'
import { type PayPage } from './load-pay-page.server.ts'

interface PayFormProps {
  page: PayPage
  answer: FormAnswer | undefined
  formKey: string
  /** The errors of the payment area. */
  problems: FieldProblems
  accepted: boolean
  booking: Pick<ReturnType<typeof useBooking>, 'processing' | 'onSubmit' | 'onCard' | 'run'>
}

/** The page "Who and pay": one form with several buttons, each of which submits its own intent. */
export function PayForm({ page, answer, formKey, problems, accepted, booking }: PayFormProps) {
  const { product, day, quote, quantity } = page
  const upgradeIds = page.questions.map(({ id }) => id)
  const form = useShopForm(payShape(quantity, upgradeIds), answer, {
    ...page.typed,
    code: page.code,
  })
  const card = useStableCardSettings(page.card, quote !== undefined)
  const total = quote && formatDollars(quote.amount_due ?? 0)
  const second = secondCharge(quote?.membership ?? null)
  return (
    <>
      <OrderBar quote={quote} waiting="Choose another time to see your total." />
      <div className="wrap section checkout">
        <div className="with-rail">
          <div>
            <StepList current="pay" />
            <FormErrors form={form} />
            <h1>Who is flying, and how to pay</h1>
            <NeedsScript />
            {page.booked ? <BookedAlready {...page.booked} /> : null}
            {page.noGuests ? <AccountNeeded {...page.noGuests} /> : null}
            <Form
              method="post"
              action={page.hrefs.pay}
              {...form.props}
              hidden={page.noGuests !== undefined}
              onSubmit={booking.onSubmit}
              onClick={repriceOnTick}
              aria-busy={booking.processing ? true : undefined}
            >
              <EnterButton intent="purchase" />
              <input type="hidden" name="form_key" value={formKey} />
              <input
                type="hidden"
                name="total"
                value={(quote?.order_total ?? quote?.total)?.toFixed(2) ?? ''}
              />
              <input type="hidden" name="due" value={quote?.amount_due ?? 0} />
              <ChosenFlight page={page} />
              <section className="group" aria-labelledby="details">
                <h2 id="details">Your details</h2>
                <BuyerDetails buyer={page.buyer} fields={form.fields} />
                {page.textConsent ? (
                  <Check id="texts" name="text_consent" value={page.textConsent} label={page.textConsent} />
                ) : null}
              </section>
              <section className="group" aria-labelledby="passengers">
                <h2 id="passengers">Passengers</h2>
                <PassengerNote product={product} seats={page.secondSeats} eligibility={page.eligibility} />
                <PassengerFields quantity={quantity} types={page.types} fields={form.fields} />
                <PartyStepper page={page} />
              </section>
              <Questions page={page} fields={form.fields} />
              <section className="group" aria-labelledby="codes">
                <h2 id="codes">Codes</h2>
                <CodeField field={form.fields.code} appliedCode={quote?.discount_code} intent="apply_code" />
                {page.membershipOffer ? <MembershipOffer offer={page.membershipOffer} /> : null}
                {page.tenders === null ? null : <TenderPanel part={page.tenders} />}
              </section>
              <PaymentSection
                card={card}
                payWith={page.payWith}
                savedCards={page.savedCards}
                savedCard={form.fields.saved_card}
                held={Boolean(page.held?.lastsMs)}
                openPayment={page.openPayment}
                problems={problems}
                accepted={accepted}
                total={total}
                second={second && `${second.label}, ${second.amount}`}
                processing={booking.processing}
                title={product.name}
                bookable={quote !== undefined && !page.obstacle}
                run={booking.run}
                onCard={booking.onCard}
              />
              {page.canTransfer ? <CheckoutTransferOffer /> : null}
            </Form>
            {page.buyer ? <LogoutForm next={page.hrefs.pay} /> : null}
          </div>
          <OrderRail
            title={product.name}
            when={[day, `${product.departure_terminal_name}, ${product.duration_label}`]}
            quote={quote}
            waiting="Choose another time to see your total."
            art={<img src={page.art} alt="" width={1600} height={900} loading="lazy" />}
          />
        </div>
      </div>
    </>
  )
}

/**
 * Shown when the buyer goes back from the ticket: this purchase is over, and the form would buy
 * again.
 */
function BookedAlready({ number, href }: NonNullable<PayPage['booked']>) {
  return (
    <p className="alert mt4">
      You have booked this flight: {number}. <a href={href}>See your ticket</a>, or book it once more below.
    </p>
  )
}

/**
 * The chosen flight, with a link to change it that keeps everything typed; and the reason if it
 * cannot be booked.
 */
function ChosenFlight({ page }: { page: PayPage }) {
  const { obstacle, day } = page
  return (
    <>
      <p className="mt4 mb6 muted">
        {day} {page.zone}, <span className="nowrap">{partyLabel(page)}.</span>{' '}
        <button type="submit" className="link-btn inline" name="intent" value="change">
          Change
        </button>
        {page.held ? <span className="held">{page.held.text}</span> : null}
      </p>
      {page.apart && <p className="mb6">{page.apart}</p>}
      {obstacle ? (
        <div className="alert warn mb6" id="obstacle">
          <h2>{obstacle.text}</h2>
          {obstacle.others.length > 0 ? (
            <>
              <p>What you typed is kept. There is room here:</p>
              <ul>
                {obstacle.others.map((other) => (
                  <li key={other.href}>
                    <Link to={other.href}>{other.text}</Link>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p>Please choose another day.</p>
          )}
        </div>
      ) : null}
    </>
  )
}

function PartyStepper({ page }: { page: PayPage }) {
  const { quantity, quantityType, seatsLeft } = page
  const what = quantityType === 'seat' ? 'seat' : 'guest'
  const full = quantityType === 'seat' && quantity >= seatsLeft
  const party = useRef<HTMLParagraphElement>(null)
  const shown = useRef(quantity)
  useEffect(() => {
    // At one seat, and at the last free one, the pressed button disappears and the focus is lost.
    if (shown.current !== quantity && document.activeElement === document.body) party.current?.focus()
    shown.current = quantity
  }, [quantity])
  return (
    <div className="party-stepper mt5">
      <p className="muted" role="status" tabIndex={-1} ref={party}>
        {partyLabel(page)}. More or fewer?
      </p>
      <div className="btn-row">
        {quantity > 1 ? (
          <button type="submit" className="btn second small" name="intent" value="dec">
            One fewer {what}
          </button>
        ) : null}
        {full ? null : (
          <button type="submit" className="btn second small" name="intent" value="inc">
            One more {what}
          </button>
        )}
      </div>
    </div>
  )
}

interface QuestionsProps {
  page: PayPage
  fields: Readonly<Record<string, ShopField>>
}

function Questions({ page, fields }: QuestionsProps) {
  if (page.questions.length === 0) return null
  return (
    <section className="group" aria-labelledby="questions">
      <h2 id="questions">About your extras</h2>
      <div className="form guest">
        {page.questions.map(({ id, name, question }) => {
          const field = fields[answerField(id)]
          return field ? (
            <TextField
              key={id}
              field={field}
              label={question}
              hint={name}
              need="optional"
              autoComplete="off"
              enterKeyHint="next"
            />
          ) : null
        })}
      </div>
    </section>
  )
}

/**
 * The button to continue on another device, at the end of the pay page's form; it keeps the typed
 * values.
 */
function CheckoutTransferOffer() {
  return (
    <p className="muted sm mt4">
      Rather finish this later, or on your phone?{' '}
      <button type="submit" className="link-btn inline" name="intent" value="resume">
        Continue on another device
      </button>
    </p>
  )
}
