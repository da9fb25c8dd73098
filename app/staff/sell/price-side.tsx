import { inPersonMeans, isInPersonMethod } from '#contract/means-of-payment.ts'
import { breakdownRows, partyLabel } from '../../catalogue/breakdown-rows.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDay, formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { Breakdown } from '../../ui/breakdown.tsx'
import { FieldError } from '../../ui/field.tsx'
import { optionProps, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { LivePreview, LivePreviewText } from '../parts/live-part.tsx'
import { ChooseButton } from './choose-button.tsx'
import { HoldClock } from './hold-clock.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import { readSecond } from './sell-state.ts'
import { type SellAnswer, type ShownPrice } from './sell-answer.ts'
import { AskToSell, isAboveLimit, StaffPricePart, StaffPriceWords } from './staff-price-part.tsx'
import { PAY_WAYS, type PayWay, type SaleKind, type SellField } from './sell-shape.ts'

interface PriceSideProps {
  choice: SellChoice
  form: PlainForm<SellField>
  answer: SellAnswer | undefined
}

/** The fifth choice, always in view: what it costs, how it is paid, and the one act. */
export function PriceSide({ choice, form, answer }: PriceSideProps) {
  const { state, hold, formKey } = choice
  const { codes } = form.fields
  const price = answer?.price
  const isChosen = state.kind === 'gift_card' || state.departure !== undefined
  return (
    <aside className="card sale-side" aria-labelledby="s5" id="price">
      <div className="sale-head">
        <h2 id="s5">5. Price</h2>
        <HeldUntil choice={choice} />
      </div>
      <input type="hidden" name="key" value={answer?.key ?? formKey} />
      <input
        type="hidden"
        name="departure"
        value={state.kind === 'gift_card' ? '' : (state.departure ?? '')}
      />
      <Chosen choice={choice} />
      <LivePreview id="sale-sum">
        {price ? (
          <>
            <Breakdown rows={breakdownRows(price)} total={formatDollars(price.total)} silent />
            <StaffPriceWords kind={state.kind} price={price} />
            <LivePreviewText words={dueWords(price)} />
            <LeftAfterPart price={price} />
          </>
        ) : (
          <p className="muted">
            {isChosen
              ? 'There is no price yet: please look at the marked fields.'
              : 'Choose a time for the price.'}
          </p>
        )}
      </LivePreview>
      <div className="sale-code">
        <TextField field={codes} autoComplete="off" spellCheck={false} maxLength={2000} />
        <button type="submit" className="btn second" name="intent" value="price">
          Apply
        </button>
      </div>
      <StaffPricePart kind={state.kind} form={form} />
      <PayWays choice={choice} form={form} />
      <LivePreview id="sale-act">
        {price && (answer?.askable === true || isAboveLimit(price)) ? <AskToSell /> : null}
        {price ? <SellButtons kind={state.kind} ways={waysOf(choice)} price={price} /> : null}
      </LivePreview>
      <p className="muted">
        With a link the {state.kind === 'gift_card' ? 'price is kept' : 'seats stay held'} for two hours. Card
        numbers are never typed here.
      </p>
      <p className="sale-links">
        <button type="submit" className="sale-link" name="intent" value="release">
          Start again
        </button>
        {hold?.until ? <span className="muted">gives the seats back</span> : null}
      </p>
    </aside>
  )
}

const dueWords = ({ amount_due: due, total }: ShownPrice): string =>
  due === null ? 'Nothing is left to pay.' : due === total ? '' : `${formatDollars(due)} to pay.`

/** What a part that is taken now leaves to pay. */
function LeftAfterPart({ price: { part, amount_due: due } }: { price: ShownPrice }) {
  if (part === undefined || due === null || part >= due) return null
  return (
    <dl className="sums">
      <div className="tot">
        <dt>
          <b>Left to pay</b>
        </dt>
        <dd className="num">{formatDollars(leftAfter(due, part))}</dd>
      </div>
    </dl>
  )
}

const leftAfter = (due: number, part: number) => Math.round((due - part) * 100) / 100

/** The end of the hold, or that there is none. */
function HeldUntil({ choice: { state, hold, zone } }: { choice: SellChoice }) {
  if (hold?.until) {
    return (
      <p role="timer">
        {state.kind === 'flight' ? 'Aircraft held ' : 'Seats held '}
        <HoldClock until={hold.until} zone={hold.flight?.timezone ?? zone} releases />
      </p>
    )
  }
  if (state.departure === undefined || state.kind === 'gift_card') return null
  return (
    <p>
      {state.hold === undefined ? 'Nothing is held.' : 'The hold has ended.'}{' '}
      <ChooseButton name="departure" value={state.departure} className="sale-link">
        Hold {state.hold === undefined ? 'the seats' : 'again'}
      </ChooseButton>
    </p>
  )
}

/** "The New Yorker, Sunday 22 November, 11:15 am, be there 10:30 am" */
function Chosen({ choice: { state, products, hold, zone } }: { choice: SellChoice }) {
  const product = products.find(({ id }) => id === state.product)
  if (!product) return null
  const at = state.departure?.split(' ')[1]
  if (state.kind === 'gift_card' || at === undefined) return <p className="muted">{product.name}</p>
  const terminal = hold?.flight
  const clock = terminal?.timezone ?? zone
  const second = readSecond(state.departure ?? '')
  const times = [at, ...(second ? [second.depart_at] : [])].map((one) => formatTime(toLocalTime(one, clock)))
  const together = second ? ' on two aircraft' : ''
  const when = `${formatDay(toLocalDate(at, clock))}, ${times.join(' and ')}${together}`
  const early = terminal ? `, be there ${formatTime(toLocalTime(terminal.check_in_at, clock))}` : ''
  return (
    <p className="muted">
      {product.name}, {when}
      {early}
    </p>
  )
}

const payWords = (way: PayWay, { state, drawer }: SellChoice): { title: string; more: string } => {
  if (way === 'link') return { title: 'Link by mail', more: 'they pay on their own' }
  if (way === 'text') return { title: 'Link by text', more: 'to the phone' }
  if (way === 'later') return { title: 'Later', more: 'on the order’s page' }
  const { form, drawer: needsDrawer } = inPersonMeans(way)
  const counter = state.kind === 'gift_card' ? 'now' : 'at the counter'
  return { title: form, more: needsDrawer ? (drawer ? 'drawer open' : 'no open drawer') : counter }
}

/** Only a brand that sends texts offers one. */
const waysOf = ({ consent }: SellChoice) =>
  consent === undefined ? PAY_WAYS.filter((way) => way !== 'text') : PAY_WAYS

const PART_HINT = 'Empty takes all. After a part the seats are theirs, and the rest is due.'

function PayWays({ choice, form }: Omit<PriceSideProps, 'answer'>) {
  const { pay, part, rest_due: restDue, handed, slip } = form.fields
  return (
    <fieldset id={pay.id} className="sale-pay">
      <legend className="flabel">{pay.label}</legend>
      <FieldError id={pay.id} error={pay.error} />
      <div className="sale-pick">
        {waysOf(choice).map((way, at) => {
          const { title, more } = payWords(way, choice)
          return (
            <label key={way}>
              <input {...optionProps(pay, 'radio', way, at)} />
              <b>{title}</b>
              <small>{more}</small>
            </label>
          )
        })}
      </div>
      <div data-pay="part">
        <TextField field={part} inputMode="decimal" autoComplete="off" hint={PART_HINT} />
        {choice.state.kind === 'gift_card' ? null : (
          <TextField field={restDue} type="datetime-local" hint="Of a part. Empty: at the check-in." />
        )}
      </div>
      <div data-pay="cash">
        <TextField field={handed} inputMode="decimal" autoComplete="off" />
        {choice.drawer ? null : (
          <p>
            <a href="/staff/drawer">Open your drawer</a> first.
          </p>
        )}
      </div>
      <div data-pay="reader">
        <TextField field={slip} maxLength={80} autoComplete="off" />
      </div>
    </fieldset>
  )
}

const HOLD: Readonly<Record<SaleKind, string>> = {
  seat: 'Hold the seats',
  flight: 'Hold the aircraft',
  gift_card: 'Place the order',
}

interface SellButtonsProps {
  kind: SaleKind
  ways: readonly PayWay[]
  price: ShownPrice
}

/** The act of each way to pay, of which the style sheet shows the one that is chosen. */
function SellButtons({ kind, ways, price: { claim, part, amount_due: due } }: SellButtonsProps) {
  const amount = formatDollars(Math.min(part ?? due ?? 0, due ?? 0))
  const wordsOf = (way: PayWay) => {
    if (due === null) return 'Place the order, nothing to pay'
    if (way === 'link') return `Mail the link, ${amount}`
    if (way === 'text') return `Text the link, ${amount}`
    if (!isInPersonMethod(way)) return `${HOLD[kind]} for ${amount}`
    return `Take ${amount} ${inPersonMeans(way).form.toLowerCase()}`
  }
  return (
    <div className="sale-act">
      <input type="hidden" name="seen" value={claim} />
      {ways.map((way) => (
        <button key={way} type="submit" className="btn big" name="intent" value="sell" data-pay={way}>
          {wordsOf(way)}
        </button>
      ))}
    </div>
  )
}

/** What phones have at the bottom of the screen: the sum, the hold, and the way to the act. */
export function PriceDock({ choice: { state, hold, zone }, answer }: Omit<PriceSideProps, 'form'>) {
  const price = answer?.price
  const party =
    state.kind === 'gift_card'
      ? 'Gift cards'
      : partyLabel({ quantityType: state.kind, quantity: state.people })
  return (
    <div className="dock phone">
      <LivePreview id="sale-dock">
        <p>
          {party} {price ? <b>{formatDollars(price.amount_due ?? 0)}</b> : null}
        </p>
      </LivePreview>
      {hold?.until ? (
        <small>
          held <HoldClock until={hold.until} zone={hold.flight?.timezone ?? zone} />
        </small>
      ) : null}
      <a className="btn" href="#price">
        To pay
      </a>
    </div>
  )
}
