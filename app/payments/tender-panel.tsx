import { type ReactNode } from 'react'
import { canToggleGift } from '#contract/gift-selection.ts'
import { type Quote } from '#contract/quote.ts'
import { Check } from '../ui/check.tsx'
import { FieldError } from '../ui/field.tsx'
import { type PayerTenders, type StoredValueTenders } from './payer-tenders.server.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDayAndYear, toLocalDate } from '../format/local-time.ts'
import { UpdateTotal } from './update-total.tsx'

/** Rendered by the server alone; the hydrated page inserts the HTML. */
export interface TenderPanelProps {
  /** Undefined for visitors. */
  tenders: PayerTenders | StoredValueTenders | undefined
  open: boolean
  error: string | undefined
  contact: { email: string; timezone: string }
}

/**
 * Gift cards, vouchers and credit, as part of the page's form. A change is priced at once, or by a
 * button.
 */
export function TenderPanel({ tenders, open, error, contact }: TenderPanelProps) {
  if (!tenders) return <ForVisitors />
  return (
    <details className="promo mt4" id="tenders" open={open || error !== undefined}>
      <summary>{'giftCards' in tenders ? 'Gift cards, vouchers and credit' : 'Vouchers and credit'}</summary>
      <FieldError id="tenders" error={error} />
      <Choices tenders={tenders} contact={contact} />
    </details>
  )
}

/** Spec section 6. Both buttons save what was typed, and the log-in returns here. */
function ForVisitors() {
  return (
    <div className="note mt5" id="tenders">
      <p className="flabel">Buy Now Schedule Later</p>
      <p>
        <LinkButton intent="login">Login</LinkButton>
        {' or '}
        <LinkButton intent="register">Register</LinkButton> to redeem your Buy Now Schedule Later
      </p>
    </div>
  )
}

function LinkButton({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <button type="submit" className="link-btn inline" name="intent" value={intent}>
      {children}
    </button>
  )
}

function Choices({
  tenders,
  contact,
}: Required<Pick<TenderPanelProps, 'contact'>> & { tenders: PayerTenders | StoredValueTenders }) {
  const expires = (at: string) => `until ${formatDayAndYear(toLocalDate(at, contact.timezone))}`
  return (
    <>
      <input type="hidden" name="tenders" value="1" />
      {'giftCards' in tenders ? (
        <GiftCards tenders={tenders} email={contact.email} expires={expires} />
      ) : null}
      {tenders.vouchers.length > 0 ? (
        <fieldset className="mt4">
          <legend className="flabel">Re-schedule Vouchers</legend>
          <p className="hint">What a voucher has left after this purchase stays on it.</p>
          {tenders.vouchers.map(({ id, code_tail: tail, balance, expires_at: at }) => (
            <Choice
              key={id}
              id={`voucher-${String(id)}`}
              name="vouchers"
              value={id}
              label={`Voucher ending ${tail}, ${formatDollars(balance)}`}
              hint={`Good ${expires(at)}.`}
              checked={tenders.chosen.vouchers.includes(id)}
            />
          ))}
        </fieldset>
      ) : null}
      {tenders.chosen.typed.map(({ kind, code }, at) => (
        <Choice
          key={code}
          id={`typed-code-${String(at)}`}
          name="typed_codes"
          value={code.slice(-4)}
          label={`${kind === 'voucher' ? 'Voucher' : 'Gift card'} ending ${code.slice(-4)}`}
          hint="From the code you typed."
          checked
        />
      ))}
      <Credit tenders={tenders} />
      <UpdateTotal />
    </>
  )
}

function GiftCards(props: { tenders: PayerTenders; email: string; expires: (at: string) => string }) {
  const { giftCards, chosen, quote } = props.tenders
  const quantity = quote.flight_quantity || quote.quantity
  return (
    <fieldset className="mt2">
      <legend className="flabel">Buy Now Schedule Laters</legend>
      {giftCards.length === 0 ? (
        <NoneHere text="There are no valid Buy Now Schedule Laters for this flight" email={props.email} />
      ) : null}
      {giftCards.map((gift) => (
        <Choice
          key={gift.id}
          id={`gift-${String(gift.id)}`}
          name="gift_cards"
          value={gift.id}
          label={`${gift.name}, code ending ${gift.code_tail}`}
          hint={
            `Pays ${gift.unit === 'seat' ? 'one seat' : 'one whole flight'}. Good ` +
            `${props.expires(gift.expires_at)}.`
          }
          checked={chosen.giftCards.includes(gift.id)}
          disabled={
            !canToggleGift(gift, chosen.giftCards, {
              fareId: quote.fare_id,
              productId: quote.product_id,
              quantity,
              email: gift.last_emailed_to,
            })
          }
        />
      ))}
    </fieldset>
  )
}

/** Why no gift card can be selected, and whom to ask (spec section 8). */
export function NoneHere({ text, email }: { text: string; email: string }) {
  return (
    <>
      <p className="mt2">{text}</p>
      <p className="muted">
        <a href={`mailto:${email}`}>Contact us</a> if you need assistance.
      </p>
    </>
  )
}

const HIDDEN: Record<NonNullable<Quote['credit_hidden']>, string> = {
  discount: 'Your account credit cannot be used together with a discount code.',
  product: 'Account credit cannot be used for this flight.',
}

/** Renders nothing for an account without any. */
function Credit({ tenders: { credit, chosen, quote } }: { tenders: PayerTenders | StoredValueTenders }) {
  if (credit <= 0) return null
  return (
    <fieldset className="mt4">
      <legend className="flabel">Account credit</legend>
      {quote.credit_hidden ? (
        <p className="muted">{HIDDEN[quote.credit_hidden]}</p>
      ) : (
        <Choice
          id="credit"
          name="apply_user_credit"
          value="on"
          label="Use my account credit"
          hint={`You have ${formatDollars(credit)}.`}
          checked={chosen.credit}
        />
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  id: string
  name: string
  value: string | number
  label: string
  hint: string
  checked: boolean
  disabled?: boolean
}

function Choice({ id, hint, checked, ...input }: ChoiceProps) {
  return (
    <>
      <Check id={id} defaultChecked={checked} describedBy={`${id}-hint`} data-reprice="" {...input} />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </>
  )
}
