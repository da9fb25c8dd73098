import { Form } from '@remix-run/react'
import { type GiftPage } from './load-gift-page.server.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FieldError } from '../ui/field.tsx'
import { PickCard } from '../ui/pick-card.tsx'
import { EnterButton, SubmitButton } from '../ui/submit-button.tsx'
import { FormErrors, QuantityField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { AccountNeeded, LogoutForm } from '../checkout/buyer-details.tsx'
import { type useBooking } from '../payments/card/use-booking.ts'
import { useStableCardSettings } from '../payments/card/use-last-card-settings.ts'
import { useRefusalFocus } from '../payments/card/use-refusal-focus.ts'
import { LARGEST_PARTY } from '../visit/checkout-query.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { newPriceText, giftChoiceKey } from './selection-key.ts'
import { GIFT_SHAPE } from './gift-shape.ts'
import { GiftBar, GiftRail, GiftSteps } from './gift-summary.tsx'
import { GuestFields } from '../account/guest-fields.tsx'
import { CodeField } from '../payments/code-field.tsx'
import { TenderPanel } from '../payments/tender-panel.tsx'
import { PaymentSection } from '../payments/payment-section.tsx'
import { repriceOnTick } from '../payments/reprice-on-change.ts'
import { useGiftForm } from './use-gift-form.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

export interface GiftFormProps {
  page: GiftPage
  answer: FormAnswer | undefined
  formKey: string
  /** What is wrong with the choice and the payment area. */
  problems: FieldProblems
  accepted: boolean
  booking: Pick<ReturnType<typeof useBooking>, 'processing' | 'onSubmit' | 'onCard' | 'run'>
}

/** One object for all of them: the focus follows the first. */
const PRESSED_EARLY = {}
const WORKING = { booking: 'Placing your order…', bank: 'Waiting for your bank…' }

/**
 * The page that sells gift cards: one form, priced as it is chosen, with the payment area of every
 * purchase.
 */
export function GiftForm(props: GiftFormProps) {
  const { page, answer, formKey, problems, accepted, booking } = props
  const { quote } = page
  const shop = useShopForm(GIFT_SHAPE, answer, {
    ...page.typed,
    quantity: page.quantity,
    code: page.code,
  })
  const { form, pricing, pressedEarly, onChange, onSubmit } = useGiftForm(page, booking.onSubmit)
  const early = pressedEarly && shop.summary.length === 0 && quote !== undefined
  useRefusalFocus(early ? PRESSED_EARLY : undefined)
  const card = useStableCardSettings(page.card, quote !== undefined)
  return (
    <>
      <GiftBar page={page} />
      <div className="wrap section checkout">
        <div className="with-rail">
          <div>
            <GiftSteps />
            {early ? (
              <ErrorSummary items={[{ text: newPriceText(quote.amount_due ?? 0) }]} />
            ) : (
              <FormErrors form={shop} />
            )}
            <h1>Give {page.productName}</h1>
            <p className="lede mt4 mb6">
              A gift card pays one {page.unit === 'seat' ? 'seat' : 'whole aircraft'} on the departures it is
              good for, whatever that costs on the day. Good for nine years; whoever has it chooses the day.
            </p>
            {page.noGuests ? <AccountNeeded {...page.noGuests} /> : null}
            <Form
              method="post"
              action={page.path}
              {...shop.props}
              hidden={page.noGuests !== undefined}
              ref={form}
              onChange={onChange}
              onSubmit={onSubmit}
              onClick={repriceOnTick}
              preventScrollReset
              aria-busy={booking.processing || pricing ? true : undefined}
            >
              <EnterButton intent="purchase" />
              <input type="hidden" name="form_key" value={formKey} />
              <input
                type="hidden"
                name="total"
                value={(quote?.order_total ?? quote?.total)?.toFixed(2) ?? ''}
              />
              <input type="hidden" name="due" value={quote?.amount_due ?? 0} />
              {/* What that total is for: who chose something else since is shown its price first. */}
              <input type="hidden" name="priced" value={giftChoiceKey(page)} />
              <GiftFields page={page} fields={shop.fields} />
              <Recipient page={page} fields={shop.fields} />
              <section className="group" aria-labelledby="details">
                <h2 id="details">Your details</h2>
                <BuyerPart page={page} fields={shop.fields} />
              </section>
              {page.tenders ? (
                <section className="group" aria-labelledby="codes">
                  <h2 id="codes">Vouchers and credit</h2>
                  <TenderPanel part={page.tenders} />
                </section>
              ) : null}
              <PaymentSection
                card={card}
                payWith={page.payWith}
                savedCards={page.savedCards}
                savedCard={shop.fields.saved_card}
                held={false}
                seats={false}
                openPayment={page.openPayment}
                problems={problems}
                accepted={accepted}
                total={quote && formatDollars(quote.amount_due ?? 0)}
                processing={booking.processing}
                title={page.productName}
                bookable={quote !== undefined}
                run={booking.run}
                onCard={booking.onCard}
                label="Purchase"
                working={WORKING}
              />
            </Form>
            {page.buyer ? <LogoutForm next={page.path} /> : null}
          </div>
          <GiftRail page={page} pending={pricing} />
        </div>
      </div>
    </>
  )
}

type FieldsProps = Pick<GiftFormProps, 'page'> & Pick<ShopForm<keyof (typeof GIFT_SHAPE)['labels']>, 'fields'>

/** Which fare, how many, and a code. */
function GiftFields({ page, fields }: FieldsProps) {
  return (
    <section className="group" aria-labelledby="gift">
      <h2 id="gift">The gift</h2>
      <fieldset>
        <legend className="flabel">Good for</legend>
        <FieldError id="fare" error={fields.fare.error} />
        <div className="picks" id="fare">
          {page.fares.map((fare) => (
            <PickCard
              key={fare.id}
              id={`fare-${String(fare.id)}`}
              type="radio"
              name="fare"
              value={fare.id}
              title={fare.name}
              price={fare.total === undefined ? undefined : formatDollars(fare.total)}
              defaultChecked={fare.id === page.fareId}
            >
              {fare.goodFor}
            </PickCard>
          ))}
        </div>
        {page.fees.map(({ text, ofFare }) => (
          <p key={text + (ofFare ?? '')} className="hint mt4">
            {ofFare ? `${ofFare}. ` : ''}
            {text}
          </p>
        ))}
      </fieldset>
      <div className="mt5">
        <QuantityField
          field={fields.quantity}
          value={page.quantity}
          max={LARGEST_PARTY}
          fewer="One fewer gift card"
          more="One more gift card"
        />
      </div>
      <CodeField field={fields.code} appliedCode={page.quote?.discount_code} intent="price" />
      {/* Where scripts run, the price follows what is chosen. */}
      <noscript>
        <p className="mt5">
          <SubmitButton intent="price" className="second small">
            Update the price
          </SubmitButton>
        </p>
      </noscript>
    </section>
  )
}

/** To whom it goes, if we are to send it. */
function Recipient({ page: { days }, fields }: FieldsProps) {
  return (
    <section className="group" aria-labelledby="recipient">
      <h2 id="recipient">Send it for you?</h2>
      <p className="mb5">
        Leave this empty to get the codes yourself, to print or to pass on. You get them in any case.
      </p>
      <div className="form">
        <TextField
          field={fields.recipient_email}
          need="optional"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextAreaField field={fields.message} need="optional" rows={4} />
        <TextField
          field={fields.send_on}
          need="optional"
          hint="Empty sends it as soon as it is paid."
          type="date"
          min={days.first}
          max={days.last}
        />
      </div>
    </section>
  )
}

/** Who buys: the account, or a guest with an e-mail for the codes. */
function BuyerPart({ page: { buyer }, fields }: FieldsProps) {
  if (buyer) {
    return (
      <div className="note">
        <p>
          <b>{buyer.name}</b>
        </p>
        <p>{buyer.email}</p>
        <p className="muted sm">
          The codes go to this address. Not you?{' '}
          <button type="submit" className="link-btn inline" form="log-out">
            Log out
          </button>
        </p>
      </div>
    )
  }
  return (
    <>
      <p className="mb5">
        Have an account?{' '}
        <button type="submit" className="link-btn inline" name="intent" value="login">
          Log in
        </button>
      </p>
      <p className="flabel guest-head">Continue as a guest</p>
      <GuestFields fields={fields} hint="The codes go here." />
    </>
  )
}
