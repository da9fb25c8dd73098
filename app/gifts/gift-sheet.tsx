import { type Place } from '#contract/enums.ts'
import { type GiftShare } from '#contract/gift-share.ts'
import { describeRedemptionFees } from '#contract/gift-words.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { SceneCard } from '../pictures/scene-picture.tsx'
import { dateOf, flightsText, unitText } from './gift-text.ts'

export interface GiftSheetProps {
  gift: GiftShare
  picture: { product: number; place: Place; tags: readonly string[] } | undefined
  timezone: string
  /** The address of the shop where the code is typed, without a path. */
  shop: string
}

/** A gift as a printable sheet. */
export function GiftSheet({ gift, picture, timezone, shop }: GiftSheetProps) {
  const title = flightsText(gift.gift_cards.map((card) => card.product_name ?? card.name))
  return (
    <div className="wrap section">
      <p className="btn-row mb6 no-print">
        <a className="btn second small" href={`/account/gift-cards/shares/${String(gift.id)}`}>
          Back to your gift
        </a>
        <span className="muted">Print this page with your browser: one sheet is enough.</span>
      </p>
      <article className="ticket gift-sheet">
        <div className="art">
          <SceneCard
            place={picture?.place ?? 'manhattan'}
            tags={picture?.tags ?? []}
            product={picture?.product}
            wide
            eager
          />
        </div>
        <div className="ticket-in">
          <p className="eyebrow">A gift for you</p>
          <h1>{title ?? 'A flight of your choice'}</h1>
          {gift.message ? <p className="lede mt4 pre">{gift.message}</p> : null}
          <ul className="plain mt5">
            {gift.gift_cards.map(({ id, unit, code, code_tail: tail, expires_at: at, ...card }) => (
              <li key={`c${String(id)}`}>
                <code className="h-s">{code ?? `ending ${tail}`}</code>
                <br />
                {card.good_for_label ?? `Good for ${unitText(unit)}`}
                <br />
                Good until {dateOf(at, timezone)}
                {card.waiting_fees ? (
                  <>
                    <br />
                    {describeRedemptionFees(card.waiting_fees)}
                  </>
                ) : null}
              </li>
            ))}
            {gift.vouchers.map(
              ({ id, balance, code, code_tail: tail, expires_at: at, product_name: flight }) => (
                <li key={`v${String(id)}`}>
                  <code className="h-s">{code ?? `ending ${tail}`}</code>
                  <br />
                  {flight ?? 'Any flight'}: good for {formatDollars(balance)} until {dateOf(at, timezone)}
                </li>
              ),
            )}
          </ul>
          <p className="mt5">
            Type the code at <b>{shop}/redeem-voucher</b> and choose your day. Keep this sheet to yourself: a
            code pays once.
          </p>
        </div>
      </article>
    </div>
  )
}
