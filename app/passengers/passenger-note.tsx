import { type Product } from '#contract/catalogue.ts'
import { type EligibilityLine } from '../catalogue/eligibility-lines.ts'
import { Eligibility } from '../catalogue/eligibility.tsx'

/** Which passengers need a second seat, and its price, before the payment. */
export function SecondSeatRule({ product }: { product: Pick<Product, 'aircraft_type' | 'seat_price'> }) {
  const limit = product.aircraft_type.seat_limit_lbs
  if (!limit) return null
  const price = product.seat_price === null ? 'at no extra price' : 'at the price of a seat, without fees'
  return (
    <>
      Passengers over {limit} lb need a second seat, {price}.
    </>
  )
}

interface PassengerNoteProps {
  product: Pick<Product, 'aircraft_type' | 'seat_price'>
  seats: string | undefined
  /** Who may fly and what to wear. */
  eligibility: readonly EligibilityLine[]
}

/** Shown above the passengers' fields. */
export function PassengerNote({ product, seats, eligibility }: PassengerNoteProps) {
  return (
    <>
      <p className="hint intro" id="weight-note">
        We ask every passenger for a weight, with clothes and shoes. The pilot uses it to balance the aircraft
        and assign seats. Only our flight team sees it. You can give it later.{' '}
        <SecondSeatRule product={product} />
      </p>
      {seats ? <p className="alert mt4">{seats}</p> : null}
      <Eligibility lines={eligibility} />
    </>
  )
}
