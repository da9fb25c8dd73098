import { SubmitButton } from '../ui/submit-button.tsx'
import { CardArea, type CardAreaProps, CardProblem, HostedNote } from './card/card-area.tsx'
import { type CardSettings } from './card/card-settings.ts'
import { type Processing } from './card/use-booking.ts'
import { CARD_FIELD } from './pay-fields.ts'
import { type ShopField } from '../ui/form/use-shop-form.ts'
import { type CardPaymentChoice, SavedCards, type SavedCardsPart } from './saved-cards.tsx'
import { TermsLine } from './terms-line.tsx'
import { SecuredBy, TermsNote } from './terms-note.tsx'
import { type WalletBoxProps } from './wallet/wallet-box.tsx'
import { WalletSlot } from './wallet/wallet-slot.tsx'
import { type FieldProblems } from '../ui/form-fields.ts'

export interface PaymentSectionProps extends Pick<WalletBoxProps, 'title' | 'bookable' | 'run'> {
  /** Undefined where only the hosted page takes cards. */
  card: CardSettings | undefined
  payWith: CardPaymentChoice
  savedCards: SavedCardsPart
  /** The choice of the card that pays. */
  savedCard: ShopField
  /** A hosted page of this purchase that is still open. */
  openPayment: string | undefined
  problems: FieldProblems
  /** The seats of this purchase are held now. */
  held: boolean
  /** False if this purchase holds no seats. */
  seats?: boolean
  /** The terms were accepted already, for this purchase. */
  accepted: boolean
  total: string | undefined
  /** What is charged in addition to the total: `SkyClub membership, $99.00 a year`. */
  second?: string | undefined
  processing: Processing
  onCard: CardAreaProps['onCard']
  /** The button's label, at rest and in progress; by default it books a flight. */
  label?: string
  working?: Readonly<Record<'booking' | 'bank', string>>
}

const WORKING = { booking: 'Booking your flight…', bank: 'Waiting for your bank…' }

/** The means of payment, the terms, and the one button that buys. */
export function PaymentSection(props: PaymentSectionProps) {
  const { card, payWith, openPayment, problems, total, processing, title, bookable, run } = props
  const working = processing && (props.working ?? WORKING)[processing]
  return (
    <section className="group" aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <div className="payment">
        {openPayment ? <OpenPayment href={openPayment} hasCard={card !== undefined} /> : null}
        {card ? (
          <WalletSlot settings={card} working={Boolean(processing)} {...{ title, bookable, run }} />
        ) : null}
        {payWith !== 'card' ? (
          <CardProblem problem={problems[CARD_FIELD]} id="card" />
        ) : card ? (
          <CardArea
            settings={card}
            problem={problems[CARD_FIELD]}
            held={props.held}
            seats={props.seats}
            onCard={props.onCard}
          />
        ) : (
          <HostedNote seats={props.seats} />
        )}
        <SavedCards {...props.savedCards} payWith={payWith} field={props.savedCard} />
        <TermsLine error={problems['terms_and_conditions']} accepted={props.accepted}>
          <TermsNote />
        </TermsLine>
        <SubmitButton intent="purchase" className="full tall mt5" price={total} pending={working}>
          {props.label ?? 'Book Your Flight'}
        </SubmitButton>
        {props.second ? <p className="sm muted mt4 center">Then a second charge: {props.second}.</p> : null}
        <p className="vh" role="status">
          {working}
        </p>
        <SecuredBy />
        {working ? <div className="veil" aria-hidden="true" /> : null}
      </div>
    </section>
  )
}

/**
 * For a buyer who returns from the hosted page: a link to continue there, and a button to pay here,
 * which closes that page.
 */
function OpenPayment({ href, hasCard }: { href: string; hasCard: boolean }) {
  return (
    <p className="alert mb5">
      Your payment on the secure page is not finished. <a href={href}>Go on to payment</a>
      {hasCard ? ', or enter a card here.' : '.'}
    </p>
  )
}
