import { Form } from '@remix-run/react'
import { ELSEWHERE, PAYMENT_LABELS } from '../payments/pay-fields.ts'
import { type PayRefusal } from '../payments/pay-answer.ts'
import { OrderBar, OrderRail } from '../selection/order-summary.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { PaymentSection } from '../payments/payment-section.tsx'
import { type useBooking } from '../payments/card/use-booking.ts'
import { useStableCardSettings } from '../payments/card/use-last-card-settings.ts'
import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer, type FormShape } from '../ui/form/form-shape.ts'
import { type ShopField, useShopForm } from '../ui/form/use-shop-form.ts'
import { EnterButton } from '../ui/submit-button.tsx'
import { type UpgradePay } from './load-upgrade-pay.server.ts'

interface Props {
  page: UpgradePay
  refusal: PayRefusal | undefined
  /** The same for the fields. */
  answer: FormAnswer | undefined
  booking: Pick<ReturnType<typeof useBooking>, 'processing' | 'onSubmit' | 'onCard' | 'run'>
}

/**
 * What was chosen for a paid order, upgrades or guests, its price to the cent, and the payment area of
 * every purchase.
 */
export function UpgradePayPage({ page, refusal, answer, booking }: Props) {
  const { quote, questions, words } = page
  const working = { booking: words.working, bank: 'Waiting for your bank…' }
  const form = useShopForm(upgradeShape(page), answer)
  const fields: Readonly<Record<string, ShopField>> = form.fields
  const problems = refusal?.problems ?? {}
  const card = useStableCardSettings(page.card, true)
  return (
    <>
      <OrderBar quote={quote} waiting="" />
      <div className="wrap section checkout">
        <p className="mb6">
          <a href={page.orderHref}>Back to order {page.number}</a>
        </p>
        <div className="with-rail">
          <div>
            <FormErrors form={form} />
            <p className="eyebrow">Order {page.number}</p>
            <h1>{words.heading}</h1>
            <p className="mt4 mb6 muted">
              {quote.lines.map(({ label }) => label).join(', ')}. <a href={page.orderHref}>{words.change}</a>
            </p>
            <Form
              method="post"
              action={page.path}
              {...form.props}
              onSubmit={booking.onSubmit}
              aria-busy={booking.processing ? true : undefined}
            >
              <EnterButton intent="purchase" />
              <input type="hidden" name="form_key" value={refusal?.formKey ?? page.formKey} />
              <input type="hidden" name="updated_total_price" value={quote.updated_total_price} />
              {page.party === undefined ? null : <input type="hidden" name="party" value={page.party} />}
              <input type="hidden" name="due" value={quote.amount_due ?? 0} />
              <Credit page={page} />
              {questions.length > 0 ? (
                <section className="group" aria-labelledby="questions">
                  <h2 id="questions">About your extras</h2>
                  <div className="form">
                    {questions.map(({ name, hint }) => {
                      const field = fields[name]
                      return field ? (
                        <TextField key={name} field={field} hint={hint} need="required" maxLength={500} />
                      ) : null
                    })}
                  </div>
                </section>
              ) : null}
              <PaymentSection
                card={card}
                payWith={page.payWith}
                savedCards={page.savedCards}
                savedCard={form.fields.saved_card}
                held={false}
                seats={false}
                openPayment={page.openPayment}
                problems={problems}
                accepted={refusal?.accepted ?? false}
                total={formatDollars(quote.amount_due ?? 0)}
                processing={booking.processing}
                title={`Order ${page.number}`}
                bookable
                run={booking.run}
                onCard={booking.onCard}
                label={words.button}
                working={working}
              />
            </Form>
          </div>
          <OrderRail
            title={page.title}
            when={page.when}
            quote={quote}
            waiting=""
            art={
              page.art ? (
                <img src={page.art} alt="" width={1600} height={900} loading="lazy" decoding="async" />
              ) : null
            }
          />
        </div>
      </div>
    </>
  )
}

const upgradeShape = ({ questions, words }: Pick<UpgradePay, 'questions' | 'words'>) =>
  ({
    id: words.form,
    labels: {
      ...(Object.fromEntries(questions.map(({ name, label }) => [name, label])) as Record<string, string>),
      ...PAYMENT_LABELS,
    },
    elsewhere: ELSEWHERE,
  }) satisfies FormShape

/**
 * The link that switches credit on or off: credit changes the price, so the page is loaded with the
 * new one.
 */
function Credit({ page: { quote, usesCredit, creditHref } }: { page: UpgradePay }) {
  if (quote.credit_available === null) return null
  return (
    <p className="mb5">
      {usesCredit ? (
        <>Your account credit pays {formatDollars(quote.credits)} of it. </>
      ) : (
        <>You have {formatDollars(quote.credit_available)} of account credit. </>
      )}
      <a href={creditHref}>{usesCredit ? 'Keep the credit' : 'Use it'}</a>
    </p>
  )
}
