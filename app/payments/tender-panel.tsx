import { Fragment, type ReactNode } from 'react'
import { Check } from '../ui/check.tsx'
import { FieldError } from '../ui/field.tsx'
import { NothingToRedeem } from './nothing-to-redeem.tsx'
import { useAnsweredBoxes } from './use-answered-boxes.ts'
import { UpdateTotal } from './update-total.tsx'

/** One gift card, voucher or credit to tick. */
export interface TenderChoice {
  id: string
  name: string
  value: string | number
  label: string
  hint: string
  checked: boolean
  disabled?: boolean
}

/** What may pay beside a card, in the words of the page. */
export interface TenderPart {
  open: boolean
  error: string | undefined
  /** Whom to ask where no gift card can be ticked. */
  email: string
  /** Undefined where gift cards pay nothing. */
  giftCards: TenderChoice[] | undefined
  vouchers: TenderChoice[]
  /** Of codes that were typed. */
  typed: TenderChoice[]
  /** A message if this purchase cannot use credit; undefined if the account has none. */
  credit: TenderChoice | string | undefined
}

/**
 * Gift cards, vouchers and credit as a part of the page's form. A ticked tender is priced at once,
 * without scripts by a button.
 * @param props.part undefined for visitors
 */
export function TenderPanel({ part }: { part: TenderPart | undefined }) {
  return part ? <Panel part={part} /> : <ForVisitors />
}

function Panel({ part }: { part: TenderPart }) {
  const { open, error, giftCards, vouchers, typed, credit } = part
  return (
    <details
      className="promo mt4"
      id="tenders"
      open={open || error !== undefined}
      ref={useAnsweredBoxes(part)}
    >
      <summary>{giftCards ? 'Gift cards, vouchers and credit' : 'Vouchers and credit'}</summary>
      <FieldError id="tenders" error={error} />
      <input type="hidden" name="tenders" value="1" />
      {giftCards ? (
        <fieldset className="mt2">
          <legend className="flabel">Buy Now Schedule Laters</legend>
          {giftCards.length === 0 ? (
            <NothingToRedeem
              text="There are no valid Buy Now Schedule Laters for this flight"
              email={part.email}
            />
          ) : null}
          {giftCards.map(toChoice)}
        </fieldset>
      ) : null}
      {vouchers.length > 0 ? (
        <fieldset className="mt4">
          <legend className="flabel">Re-schedule Vouchers</legend>
          <p className="hint">What a voucher has left after this purchase stays on it.</p>
          {vouchers.map(toChoice)}
        </fieldset>
      ) : null}
      {typed.map(toChoice)}
      {credit ? (
        <fieldset className="mt4">
          <legend className="flabel">Account credit</legend>
          {typeof credit === 'string' ? <p className="muted">{credit}</p> : toChoice(credit)}
        </fieldset>
      ) : null}
      <UpdateTotal />
    </details>
  )
}

/** Both buttons keep the typed values and return here (spec section 6). */
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

const toChoice = ({ id, hint, checked, ...input }: TenderChoice) => (
  <Fragment key={id}>
    <Check id={id} defaultChecked={checked} describedBy={`${id}-hint`} data-reprice="" {...input} />
    <p className="hint" id={`${id}-hint`}>
      {hint}
    </p>
  </Fragment>
)
