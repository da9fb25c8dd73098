import { type Upgrade } from '#contract/catalogue.ts'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDayAndYear, formatTime } from '../../format/local-time.ts'
import { Breakdown } from '../../ui/breakdown.tsx'
import { FieldError } from '../../ui/field.tsx'
import { inputProps, optionProps, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { type KnownValues, type ShopField, type ShopForm } from '../../ui/form/use-shop-form.ts'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import { type ShownPrice, type SellAnswer } from './sell.server.ts'
import { type SaleKind, type SellField, upgradeAnswer, upgradeQuantity } from './sell-shape.ts'

type Departure = SellChoice['departures'][number]

const departureValue = ({ departure_id: id, depart_at: at }: Departure) => `${String(id)} ${at}`

/** The initial values of the fields. */
export const beginSale = ({ departures, fares, upgrades }: SellChoice): KnownValues<SellField> => ({
  ...Object.fromEntries(upgrades.map(({ id }) => [upgradeQuantity(id), 1])),
  departure: departures[0] && departureValue(departures[0]),
  fare: fares[0]?.id,
  quantity: 1,
  channel: 'counter',
})

interface SellFormProps {
  choice: SellChoice
  form: ShopForm<SellField>
  answer: SellAnswer | undefined
}

/**
 * The customer, the passengers and the upgrades. The first button shows the price; the second one
 * places the order for that price.
 */
export function SellForm({ choice, form, answer }: SellFormProps) {
  const { kind, product, date, nonce } = choice
  const { departure, fare, quantity, names, codes } = form.fields
  const query = new URLSearchParams({ kind, product, date })
  return (
    <form method="post" action={`?${query.toString()}`} className="form row-form" {...form.props}>
      <input type="hidden" name="key" value={answer?.key ?? nonce} />
      {kind === 'gift_card' ? (
        <FareChoice fares={choice.fares} field={fare} />
      ) : (
        <DepartureChoice choice={choice} field={departure} />
      )}
      <TextField field={quantity} type="number" min={1} max={60} need="required" />
      {kind === 'gift_card' ? null : (
        <>
          <TextAreaField
            field={names}
            rows={4}
            autoComplete="off"
            hint="One on each line, with the weight in pounds where it is told: Ada Lind, 150"
          />
          <UpgradeChoice upgrades={choice.upgrades} form={form} />
        </>
      )}
      <TextAreaField
        field={codes}
        rows={2}
        autoComplete="off"
        hint={
          kind === 'gift_card'
            ? 'Of a discount or of vouchers; one on each line.'
            : 'Of a discount, of gift cards or of vouchers; one on each line.'
        }
      />
      <Customer kind={kind} form={form} />
      <button type="submit" className="btn second small" name="intent" value="price">
        {answer?.price ? 'Show the price again' : 'Show the price'}
      </button>
      {answer?.price ? <Price kind={kind} price={answer.price} first={form.summary.length === 0} /> : null}
    </form>
  )
}

const HOLD: Readonly<Record<SaleKind, string>> = {
  seat: 'Hold the seats',
  flight: 'Hold the aircraft',
  gift_card: 'Place the order',
}

interface PriceProps {
  kind: SaleKind
  price: ShownPrice
  /** True for the requested price; false after a refusal. */
  first: boolean
}

function Price({ kind, price, first }: PriceProps) {
  const { claim, amount_due: due, total } = price
  return (
    <section className="card desk-part" aria-labelledby="price-head" {...(first ? READ_FIRST : {})}>
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

function Customer({ kind, form }: { kind: SaleKind; form: ShopForm<SellField> }) {
  const { full_name, email, phone, channel } = form.fields
  const kept = kind === 'gift_card' ? 'the price is kept' : 'the seats are kept'
  return (
    <>
      <TextField field={full_name} need="optional" maxLength={120} autoComplete="off" />
      <TextField
        field={email}
        type="email"
        need="required"
        hint={kind === 'gift_card' ? 'The codes go there.' : 'Ticket and receipt go there.'}
        maxLength={254}
        autoComplete="off"
      />
      <TextField field={phone} type="tel" need="optional" maxLength={40} autoComplete="off" />
      <fieldset className="desk-choice" id={channel.id}>
        <legend className="flabel">{channel.label}</legend>
        <FieldError id={channel.id} error={channel.error} />
        <p>
          <label>
            <input {...optionProps(channel, 'radio', 'counter', 0)} /> At the counter: they pay now
          </label>
        </p>
        <p>
          <label>
            <input {...optionProps(channel, 'radio', 'phone', 1)} />
            {` On the phone: ${kept} for two hours, and they pay by a mailed link`}
          </label>
        </p>
      </fieldset>
    </>
  )
}

/** The text beside a departure: its price for this kind of sale, and its room. */
function offerOf(kind: SaleKind, one: SellChoice['departures'][number]): string {
  return kind === 'flight'
    ? `${formatDollars(one.flight_price_total ?? one.flight_price ?? 0)} for up to ` +
        `${String(one.capacity)} people`
    : `${formatDollars(one.seat_price_total ?? one.seat_price ?? 0)} a seat, ${String(one.seats_left)} left`
}

interface DepartureChoiceProps {
  choice: SellChoice
  field: ShopField
}

function DepartureChoice({ choice: { kind, date, departures }, field }: DepartureChoiceProps) {
  if (departures.length === 0) return null
  return (
    <fieldset className="desk-choice" id={field.id}>
      <legend className="flabel">{formatDayAndYear(date)}</legend>
      <FieldError id={field.id} error={field.error} />
      {departures.map((one, at) => {
        const value = departureValue(one)
        return (
          <p key={value}>
            <label>
              <input {...optionProps(field, 'radio', value, at)} /> {formatTime(one.local_time)}{' '}
              {one.timezone_label}, {offerOf(kind, one)}
            </label>
          </p>
        )
      })}
    </fieldset>
  )
}

const FareChoice = ({ fares, field }: { fares: SellChoice['fares']; field: ShopField }) => (
  <fieldset className="desk-choice" id={field.id}>
    <legend className="flabel">Good for</legend>
    <FieldError id={field.id} error={field.error} />
    {fares.map(({ id, name }, at) => (
      <p key={id}>
        <label>
          <input {...optionProps(field, 'radio', String(id), at)} /> {name}
        </label>
      </p>
    ))}
  </fieldset>
)

const costOf = ({ price, percent }: Upgrade) =>
  price === null ? `${String(percent ?? 0)}% of the price` : formatDollars(price)

interface UpgradeChoiceProps {
  upgrades: Upgrade[]
  form: ShopForm<SellField>
}

function UpgradeChoice({ upgrades, form }: UpgradeChoiceProps) {
  const { upgrade: chosen } = form.fields
  if (upgrades.length === 0) return null
  return (
    <fieldset className="desk-choice" id={chosen.id}>
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
