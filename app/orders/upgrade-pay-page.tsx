import { Form } from '@remix-run/react'
import { type PayRefusal } from '../payments/pay-answer.ts'
import { OrderBar, OrderRail } from '../selection/order-summary.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { PaymentSection } from '../payments/payment-section.tsx'
import { type useBooking } from '../payments/card/use-booking.ts'
import { useStableCardSettings } from '../payments/card/use-last-card-settings.ts'
import { SceneCard } from '../pictures/scene-picture.tsx'
import { ErrorSummary, type SummaryItem } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { EnterButton } from '../ui/submit-button.tsx'
import { type UpgradePay } from './load-upgrade-pay.server.ts'

interface Props {
  page: UpgradePay
  refusal: PayRefusal | undefined
  booking: Pick<ReturnType<typeof useBooking>, 'processing' | 'onSubmit' | 'onCard' | 'run'>
}

const WORKING = { booking: 'Adding to your order…', bank: 'Waiting for your bank…' }

/**
 * What was chosen for a paid order, its price to the cent, and the payment area of every purchase.
 */
export function UpgradePayPage({ page, refusal, booking }: Props) {
  const { quote, questions } = page
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
            <ErrorSummary items={summaryOf(refusal, page)} />
            <p className="eyebrow">Order {page.number}</p>
            <h1>Make more of it</h1>
            <p className="mt4 mb6 muted">
              {quote.lines.map(({ label }) => label).join(', ')}.{' '}
              <a href={page.orderHref}>Change what is added</a>
            </p>
            <Form
              method="post"
              action={page.path}
              noValidate
              onSubmit={booking.onSubmit}
              aria-busy={booking.processing ? true : undefined}
            >
              <EnterButton intent="purchase" />
              <input type="hidden" name="form_key" value={refusal?.formKey ?? page.formKey} />
              <input type="hidden" name="updated_total_price" value={quote.updated_total_price} />
              <input type="hidden" name="due" value={quote.amount_due ?? 0} />
              <Credit page={page} />
              {questions.length > 0 ? (
                <section className="group" aria-labelledby="questions">
                  <h2 id="questions">About your extras</h2>
                  <div className="form">
                    {questions.map(({ name, label, hint }) => (
                      <Field
                        key={name}
                        id={name}
                        name={name}
                        label={label}
                        hint={hint}
                        need="required"
                        maxLength={500}
                        defaultValue={refusal?.typed[name]}
                        error={problems[name]}
                      />
                    ))}
                  </div>
                </section>
              ) : null}
              <PaymentSection
                card={card}
                payWith={page.payWith}
                savedCards={page.savedCards}
                notes={page.notes}
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
                label="Purchase Upgrade"
                working={WORKING}
              />
            </Form>
          </div>
          <OrderRail
            title={page.title}
            when={page.when}
            quote={quote}
            waiting=""
            art={page.art ? <SceneCard {...page.art} wide /> : null}
          />
        </div>
      </div>
    </>
  )
}

/** A sentence that many fields share says which of them it is about. */
function summaryOf(refusal: PayRefusal | undefined, { questions }: UpgradePay): SummaryItem[] {
  const problems = Object.entries(refusal?.problems ?? {}).map(([target, text = '']) => {
    const asked = questions.find(({ name }) => name === target)
    return { target, text: asked ? `${asked.label} ${text}` : text }
  })
  return refusal?.text ? [{ text: refusal.text }, ...problems] : problems
}

/** Credit changes the price, so it is chosen by an address: the page answers with the new one. */
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
