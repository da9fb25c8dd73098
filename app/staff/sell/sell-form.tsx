import { type Upgrade } from '#contract/catalogue.ts'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDayAndYear, formatTime } from '../../format/local-time.ts'
import { Breakdown } from '../../ui/breakdown.tsx'
import { Field } from '../../ui/field.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import { type ShownPrice, type SellAnswer } from './sell.server.ts'
import { TextBox } from '../parts/text-box.tsx'
import { type SaleKind, type SaleFormValues } from './sell-input.ts'

interface SellFormProps {
  choice: SellChoice
  answer: SellAnswer | undefined
}

/**
 * Whom it is for and what goes with it. Its first button shows the price; the second one holds what
 * was seen.
 */
export function SellForm({ choice, answer }: SellFormProps) {
  const { kind, upgrades, nonce } = choice
  const typed = answer?.typed
  return (
    <form method="post" action="#price" className="form row-form" noValidate>
      <input type="hidden" name="key" value={answer?.key ?? nonce} />
      {kind === 'gift_card' ? (
        <FareChoice fares={choice.fares} chosen={typed?.fare} />
      ) : (
        <DepartureChoice choice={choice} chosen={typed?.departure} />
      )}
      <Field
        id="quantity"
        name="quantity"
        type="number"
        min={1}
        max={60}
        label={kind === 'flight' ? 'People' : 'Quantity'}
        need="required"
        defaultValue={typed?.quantity ?? '1'}
      />
      {kind === 'gift_card' ? null : (
        <>
          <TextBox
            name="names"
            label="Passengers"
            hint="One on each line, with the weight in pounds where it is told: Ada Lind, 150"
            typed={typed?.names}
          />
          <UpgradeChoice upgrades={upgrades} typed={typed} />
        </>
      )}
      <TextBox
        name="codes"
        label="Codes"
        rows={2}
        hint={
          kind === 'gift_card'
            ? 'Of a discount or of vouchers; one on each line.'
            : 'Of a discount, of gift cards or of vouchers; one on each line.'
        }
        typed={typed?.codes}
      />
      <Customer kind={kind} typed={typed} />
      <button type="submit" className="btn second small" name="intent" value="price">
        {answer?.price ? 'Show the price again' : 'Show the price'}
      </button>
      {answer?.price ? <Price kind={kind} price={answer.price} /> : null}
    </form>
  )
}

const HOLD: Readonly<Record<SaleKind, string>> = {
  seat: 'Hold the seats',
  flight: 'Hold the aircraft',
  gift_card: 'Place the order',
}

function Price({ kind, price }: { kind: SaleKind; price: ShownPrice }) {
  const { claim, amount_due: due, total } = price
  return (
    <section className="card desk-part" id="price" aria-labelledby="price-head">
      <h2 id="price-head">{due === null ? 'Nothing is left to pay' : `${formatDollars(due)} to pay`}</h2>
      <Breakdown rows={breakdownRows(price)} total={formatDollars(total)} />
      <p className="muted">Nothing is held yet.</p>
      <input type="hidden" name="seen" value={claim} />
      <button type="submit" className="btn small" name="intent" value="sell">
        {HOLD[kind]} for {formatDollars(total)}
      </button>
    </section>
  )
}

function Customer({ kind, typed }: { kind: SaleKind; typed: SaleFormValues | undefined }) {
  const byPhone = typed?.channel === 'phone'
  const kept = kind === 'gift_card' ? 'the price is kept' : 'the seats are kept'
  return (
    <>
      <Field
        id="full_name"
        name="full_name"
        label="Customer’s name"
        need="optional"
        defaultValue={typed?.full_name}
        maxLength={120}
        autoComplete="off"
      />
      <Field
        id="email"
        name="email"
        type="email"
        label="Customer’s e-mail"
        need="required"
        hint={kind === 'gift_card' ? 'The codes go there.' : 'Ticket and receipt go there.'}
        defaultValue={typed?.email}
        maxLength={254}
        autoComplete="off"
      />
      <Field
        id="phone"
        name="phone"
        type="tel"
        label="Customer’s phone"
        need="optional"
        defaultValue={typed?.phone}
        maxLength={40}
        autoComplete="off"
      />
      <fieldset className="desk-choice">
        <legend className="flabel">Where</legend>
        <p>
          <label>
            <input type="radio" name="channel" value="counter" defaultChecked={!byPhone} /> At the counter:
            they pay now
          </label>
        </p>
        <p>
          <label>
            <input type="radio" name="channel" value="phone" defaultChecked={byPhone} />
            {` On the phone: ${kept} for two hours, and they pay by a mailed link`}
          </label>
        </p>
      </fieldset>
    </>
  )
}

/** What stands beside a departure: its price for this kind of sale, and how much room there is. */
function offerOf(kind: SaleKind, one: SellChoice['departures'][number]): string {
  return kind === 'flight'
    ? `${formatDollars(one.flight_price_total ?? one.flight_price ?? 0)} for up to ` +
        `${String(one.capacity)} people`
    : `${formatDollars(one.seat_price_total ?? one.seat_price ?? 0)} a seat, ${String(one.seats_left)} left`
}

function DepartureChoice({
  choice: { kind, date, departures },
  chosen,
}: {
  choice: SellChoice
  chosen: string | undefined
}) {
  if (departures.length === 0) return null
  return (
    <fieldset className="desk-choice">
      <legend className="flabel">{formatDayAndYear(date)}</legend>
      {departures.map((one, index) => {
        const value = `${String(one.departure_id)} ${one.depart_at}`
        return (
          <p key={value}>
            <label>
              <input
                type="radio"
                name="departure"
                value={value}
                defaultChecked={chosen === undefined ? index === 0 : chosen === value}
              />{' '}
              {formatTime(one.local_time)} {one.timezone_label}, {offerOf(kind, one)}
            </label>
          </p>
        )
      })}
    </fieldset>
  )
}

function FareChoice({ fares, chosen }: { fares: SellChoice['fares']; chosen: string | undefined }) {
  return (
    <fieldset className="desk-choice">
      <legend className="flabel">Good for</legend>
      {fares.map(({ id, name }, index) => (
        <p key={id}>
          <label>
            <input
              type="radio"
              name="fare"
              value={id}
              defaultChecked={chosen ? chosen === String(id) : index === 0}
            />{' '}
            {name}
          </label>
        </p>
      ))}
    </fieldset>
  )
}

const costOf = ({ price, percent }: Upgrade) =>
  price === null ? `${String(percent ?? 0)}% of the price` : formatDollars(price)

function UpgradeChoice({ upgrades, typed }: { upgrades: Upgrade[]; typed: SaleFormValues | undefined }) {
  if (upgrades.length === 0) return null
  return (
    <fieldset className="desk-choice">
      <legend className="flabel">Upgrades</legend>
      {upgrades.map((upgrade) => {
        const { id, name, meta, good_for_x_pax: reach } = upgrade
        const ticked = typed?.upgrades.find((one) => one.id === id)
        return (
          <div key={id} className="desk-inline">
            <label>
              <input type="checkbox" name="upgrade" value={id} defaultChecked={ticked !== undefined} /> {name}
              , {costOf(upgrade)}
            </label>
            {reach === -1 ? (
              <input
                className="input few"
                type="number"
                min={1}
                max={50}
                name={`upgrade_${String(id)}_quantity`}
                aria-label={`How many of: ${name}`}
                defaultValue={ticked?.quantity ?? '1'}
              />
            ) : null}
            {meta.question === null ? null : (
              <input
                className="input wide"
                name={`upgrade_${String(id)}_answer`}
                aria-label={`${name}: ${meta.question}`}
                placeholder={meta.question}
                maxLength={500}
                defaultValue={ticked?.answer ?? ''}
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
