import { withType } from '#contract/passenger-type-words.ts'
import { type Order } from '#contract/order.ts'
import { FieldError } from '../ui/field.tsx'
import { FormErrors, inputProps } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopField, useShopForm } from '../ui/form/use-shop-form.ts'
import { passengerLinkShape } from './passenger-form.ts'
import { type OrderPassenger, type OrderPassengersReply } from '#contract/passenger.ts'

export interface PassengerPartsProps {
  order: Pick<Order, 'id'>
  parts: OrderPassengersReply | undefined
  /** The page to which the forms return; undefined if the links may only be read. */
  back: 'confirmation' | 'order' | undefined
}

/**
 * Who of the party has given everything, and each one's link to pass on. What they gave is not the
 * buyer's to see.
 */
export function PassengerParts({ order, parts, back }: PassengerPartsProps) {
  if (!parts) return null
  const { passengers, open, called_off: off } = parts
  const missing = passengers.filter(({ done }) => !done).length
  return (
    <section aria-labelledby="passengers" className="no-print mb6">
      <h2 className="h-s mb4" id="passengers">
        Passengers
      </h2>
      <p className="muted">
        {off
          ? 'The flight is called off: nobody need give anything now. Pages that are filled in ' +
            'go along to another time.'
          : missing === 0
            ? 'Everybody has given what we need.'
            : open
              ? 'Everybody gives name, weight and waiver on a page of their own, until the flight leaves. ' +
                'You see only whether it is done.'
              : 'The flight has left, so nobody need give anything now.'}
      </p>
      <ul className="picks mt4">
        {passengers.map((one) => (
          <li key={one.id} className="card">
            <div className="chips">
              <b>{nameOf(one)}</b>
              <span className={one.done ? 'chip good' : 'chip'}>{one.done ? 'Done' : 'Not done'}</span>
            </div>
            {open && !back ? <ReadLink one={one} many={passengers.length > 1} /> : null}
            {open && back ? (
              <PassengerLink order={order} one={one} back={back} many={passengers.length > 1} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ full_name: name, number, passenger_type: type }: OrderPassenger) =>
  withType(name || `Passenger ${String(number)}`, type)

/** For visitors with a mailed link, who may pass the links on but not change them. */
function ReadLink({ one, many }: { one: OrderPassenger; many: boolean }) {
  if (one.link === null) return null
  return (
    <p className="mt4">
      <a href={one.link}>{many ? `Open ${nameOf(one)}’s link` : 'Give your weight and sign the waiver'}</a>
    </p>
  )
}

const actionOf = (orderId: string | number) => `/orders/${String(orderId)}/passengers`

function MailTo({ field }: { field: ShopField }) {
  return (
    <div className="with-btn mt4">
      <div className="field">
        <label htmlFor={field.id}>{field.label}</label>
        <FieldError id={field.id} error={field.error} />
        <input className="input" {...inputProps(field, 'email')} autoComplete="off" enterKeyHint="send" />
      </div>
      <button className="btn second" type="submit" name="intent" value="mail">
        Send
      </button>
    </div>
  )
}

interface RefusedMailProps {
  orderId: string
  passenger: number
  back: 'confirmation' | 'order'
  answer: FormAnswer
}

/** A link that was not mailed, to be mailed once more. */
export function RefusedMail({ orderId, passenger, back, answer }: RefusedMailProps) {
  const form = useShopForm(passengerLinkShape(passenger), answer)
  return (
    <>
      <FormErrors form={form} />
      <div className="head">
        <h1>That did not work.</h1>
      </div>
      <form method="post" action={actionOf(orderId)} {...form.props} className="mb6">
        <input type="hidden" name="passenger" value={passenger} />
        <input type="hidden" name="back" value={back} />
        <MailTo field={form.fields.email} />
      </form>
    </>
  )
}

function PassengerLink(props: {
  order: Pick<Order, 'id'>
  one: OrderPassenger
  back: 'confirmation' | 'order'
  many: boolean
}) {
  const { order, one, back, many } = props
  const id = `p${String(one.id)}`
  const form = useShopForm(passengerLinkShape(one.id), undefined)
  const who = many ? `${nameOf(one)}’s link` : 'Your link'
  return (
    <form method="post" action={actionOf(order.id)} {...form.props}>
      <input type="hidden" name="passenger" value={one.id} />
      <input type="hidden" name="back" value={back} />
      {one.link === null ? null : (
        <p className="mt4">
          <a href={one.link}>{many ? `Open ${who}` : 'Give your weight and sign the waiver'}</a>
        </p>
      )}
      <details className="promo">
        <summary>{many ? 'Copy or mail this link' : 'Copy or mail your link'}</summary>
        {one.link === null ? null : (
          <div className="field">
            <p className="field-label">
              <label htmlFor={`${id}-link`}>{who}, to copy</label>
            </p>
            <input className="input" id={`${id}-link`} value={one.link} readOnly />
          </div>
        )}
        {one.link === null ? null : <MailTo field={form.fields.email} />}
        {one.mailed_at ? <p role="status">It was mailed.</p> : null}
        <p>
          <button className="link-btn" type="submit" name="intent" value="renew">
            Make a new link
          </button>{' '}
          The one above stops working.
        </p>
      </details>
    </form>
  )
}
