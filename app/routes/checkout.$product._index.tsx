import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { checkoutSearch, stepQuantity } from '../checkout/checkout-query.ts'
import { DeparturePicker } from '../checkout/departure-picker.tsx'
import { formatDollars } from '../checkout/format-dollars.ts'
import { GiftOffer } from '../checkout/gift-offer.tsx'
import { MonthTable } from '../checkout/month-table.tsx'
import { OrderBar, OrderRail } from '../checkout/order-summary.tsx'
import { PartyPicker } from '../checkout/party-picker.tsx'
import { PayBar } from '../checkout/pay-bar.tsx'
import { StepList } from '../checkout/step-list.tsx'
import { currentStep } from '../checkout/steps.ts'
import { UpgradePicker } from '../checkout/upgrade-picker.tsx'
import {
  dateHref,
  monthHref,
  problemItems,
  problemOf,
  whenLines,
  whenPage,
  type WhenPage,
  wholeFlightTimes,
} from '../checkout/when-page.ts'
import { pageMeta } from '../components/page-meta.ts'
import { type PageHandle } from '../components/page-handle.ts'
import { SceneCard } from '../components/scene-picture.tsx'
import { ErrorSummary } from '../components/ui/error-summary.tsx'
import { EnterButton, SubmitButton } from '../components/ui/submit-button.tsx'
import { loadCalendar, loadChoice, loadVisit, requireProduct } from '../server/load-checkout.server.ts'
import { PRIVATE } from '../server/session.server.ts'

const WAITING = 'Choose a time to see your total.'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const product = await requireProduct(visit, params.product)
  const { brand, query } = visit
  const path = `/checkout/${encodeURIComponent(params.product ?? String(product.id))}`
  const intent = new URL(request.url).searchParams.get('intent')
  if (intent === 'inc' || intent === 'dec') {
    const quantity = stepQuantity(query.quantity, intent === 'inc' ? 1 : -1)
    return redirect(`${path}${checkoutSearch(query, { quantity })}#party`, 303)
  }
  if (query.giftCard) {
    const { name, phone, email } = brand
    return data(
      { gift: { name: product.name, phone, email, path }, page: undefined, brandName: name },
      { headers: PRIVATE },
    )
  }
  const { month, date } = await loadCalendar(visit, product)
  const continuing = intent === 'continue'
  const { choice, ...loaded } = await loadChoice(visit, product, { date, continuing })
  const facts = {
    product: params.product ?? String(product.id),
    query: { ...query, date },
    choice,
    paid: false,
  }
  const next = currentStep(facts)
  if (continuing && next?.id === 'pay') return redirect(next.href(facts), 303)
  const page = whenPage({ path, product, query, month, choice, ...loaded })
  const status = page.problems.length > 0 ? 422 : 200
  return data({ gift: undefined, page }, { status, headers: PRIVATE })
}

export const headers = () => PRIVATE
export const handle: PageHandle = { layout: 'checkout' }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const failed = (loaded?.page?.problems.length ?? 0) > 0
  const title = loaded?.gift ? `Give ${loaded.gift.name}` : 'When would you like to fly?'
  return [
    ...pageMeta(matches, { title: failed ? `Error: ${title}` : title }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function When() {
  const { gift, page } = useLoaderData<typeof loader>()
  if (page) return <WhenForm page={page} />
  return (
    <div className="wrap section checkout">
      <GiftOffer productName={gift.name} phone={gift.phone} email={gift.email} bookHref={gift.path} />
    </div>
  )
}

function WhenForm({ page }: { page: WhenPage }) {
  const { path, product, query, month, day, departure, quantityType, problems, quote } = page
  const errors = {
    quantity: problemOf(problems, 'quantity'),
    quantity_type: problemOf(problems, 'quantity_type'),
  }
  return (
    <>
      <OrderBar quote={quote} waiting={WAITING} />
      <div className="wrap section checkout">
        <div className="with-rail">
          <div>
            <StepList current="when" />
            <ErrorSummary items={problemItems(problems)} />
            <h1>When would you like to fly?</h1>
            <p className="lede mt4 mb6">
              {product.name}, {product.duration_label} from {product.departure_terminal_name}.
            </p>
            <Form id="when" method="get" action={path} noValidate>
              <EnterButton intent="update" />
              {query.utm.map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <section className="group" aria-labelledby="choose-day">
                <h2 id="choose-day" className="vh">
                  Choose a day
                </h2>
                <MonthTable
                  month={month}
                  chosen={day.date}
                  dateHref={dateHref(page)}
                  monthHref={monthHref(page)}
                />
                <JumpToDate month={month} date={day.date} action={`${path}#departures`} />
              </section>
              <DeparturePicker
                day={day}
                terminalName={product.departure_terminal_name}
                quantityType={quantityType}
                chosenId={departure?.departure_id}
                error={problemOf(problems, 'departures')}
                dateHref={dateHref(page)}
              />
              <PartyPicker
                product={product}
                departure={departure}
                wholeFlightTimes={wholeFlightTimes(day)}
                quantityType={quantityType}
                quantity={query.quantity.text}
                formAction={`${path}#party`}
                errors={errors}
              />
              <UpgradePicker upgrades={page.upgrades} chosen={query.upgradeIds} />
              <div className="group btn-row">
                <SubmitButton intent="continue" className="grow">
                  Continue to who and pay
                </SubmitButton>
                <SubmitButton intent="update" className="second">
                  Update price
                </SubmitButton>
              </div>
            </Form>
          </div>
          <OrderRail
            title={product.name}
            when={whenLines(page)}
            quote={quote}
            waiting={WAITING}
            art={<SceneCard place={product.place} tags={departure?.tags ?? product.tag_list} wide />}
            note="Your seats are held once you go on to pay."
          />
        </div>
      </div>
      <PayBar
        form="when"
        price={quote ? formatDollars(quote.total) : `From ${formatDollars(product.from_price_total)}`}
        detail={quote ? 'all fees included' : 'choose a time'}
      />
    </>
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
