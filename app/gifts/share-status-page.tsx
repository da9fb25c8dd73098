import { type GiftShare } from '#contract/gift-share.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDate } from '../format/local-time.ts'
import { FormErrors } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { dateOf, SHARE_STATES, unitText } from './gift-text.ts'
import { ShareFields, type ShareFieldsProps } from './share-fields.tsx'
import { SHARE_SHAPE } from './share-form.ts'

export interface ShareStatusPageProps {
  gift: GiftShare
  answer?: FormAnswer | undefined
  notice: string | undefined
  /** The proposed departure, and until when its seats are held; undefined if none are. */
  proposal: string | undefined
  timezone: string
}

/** The page of a gift that the account sent: its status, and what can still be changed. */
export function ShareStatusPage(props: ShareStatusPageProps) {
  const { gift, answer, notice, proposal, timezone } = props
  const { recipient, message, send_on } = gift
  const form = useShopForm(SHARE_SHAPE, answer, { recipient, message, send_on })
  return (
    <div className="wrap section account-home">
      <AccountNav current="gift-cards" within />
      <div className="gift-share">
        <FormErrors form={form} />
        {notice ? (
          <p className="alert good mb6" role="status">
            {notice}
          </p>
        ) : null}
        <p className="eyebrow">Your gift</p>
        <h1>{titleOf(gift)}</h1>
        <p className="mt4">
          <span className="chip">{SHARE_STATES[gift.state]}</span>
        </p>
        <p className="lede mt4">{describeGift(gift, timezone)}</p>
        {proposal ? <p className="mt4">{proposal}</p> : null}
        <Contents gift={gift} timezone={timezone} />
        {gift.message && !gift.may.change ? (
          <blockquote className="note mt5 pre">{gift.message}</blockquote>
        ) : null}
        {gift.may.change ? <ChangeForm gift={gift} form={form} /> : null}
        {gift.way === 'print' && gift.state !== 'taken_back' ? (
          <p className="mt5">
            <a className="btn" href={`/account/gift-cards/shares/${String(gift.id)}/print`}>
              Show the page to print
            </a>
          </p>
        ) : null}
        {gift.may.take_back ? <TakeBack gift={gift} /> : null}
        <p className="mt5">
          <a href="/account/gift-cards">Back to your gift cards</a>
        </p>
      </div>
    </div>
  )
}

const titleOf = ({ recipient, way }: GiftShare) =>
  way === 'print' || recipient === null ? 'A gift on paper' : `For ${recipient}`

/** The status of the gift in a sentence, without what its recipient does not share. */
function describeGift(
  { state, send_on: day, mailed_at: at, opened_at: opened }: GiftShare,
  zone: string,
): string {
  switch (state) {
    case 'scheduled':
      return `It leaves on ${formatDate(day ?? '')}. Until then it is yours, and you can change it.`
    case 'sent':
      return `Mailed on ${dateOf(at ?? '', zone)}, and not opened yet.`
    case 'opened':
      return `Opened on ${dateOf(opened ?? at ?? '', zone)}. It is theirs now.`
    case 'booked':
      return 'A flight is booked with it.'
    case 'flown':
      return 'It has flown.'
    case 'private':
      return `Mailed on ${dateOf(at ?? '', zone)}. What becomes of it, its recipient keeps to themselves.`
    case 'printed':
      return 'Printed at home: whoever has the paper can use it.'
    case 'taken_back':
      return 'You took it back. What was in it is yours again.'
  }
}

const describeCard = (card: ShareStatusPageProps['gift']['gift_cards'][number]) =>
  card.good_for_label ?? `${card.product_name ?? card.name}: good for ${unitText(card.unit)}`

function Contents({ gift, timezone }: Pick<ShareStatusPageProps, 'gift' | 'timezone'>) {
  return (
    <ul className="plain mt5">
      {gift.gift_cards.map((card) => (
        <li key={`c${String(card.id)}`}>
          {describeCard(card)}, until <span className="nowrap">{dateOf(card.expires_at, timezone)}</span>
          {card.share ? `, ${SHARE_STATES[card.share.state].toLowerCase()}` : ''}
        </li>
      ))}
      {gift.vouchers.map((voucher) => (
        <li key={`v${String(voucher.id)}`}>
          Voucher of {formatDollars(voucher.balance)}, good until{' '}
          <span className="nowrap">{dateOf(voucher.expires_at, timezone)}</span>
        </li>
      ))}
    </ul>
  )
}

interface ChangeFormProps {
  gift: GiftShare
  form: Pick<ShopForm, 'props'> & Pick<ShareFieldsProps, 'fields'>
}

function ChangeForm({ gift, form }: ChangeFormProps) {
  const waits = gift.state === 'scheduled'
  return (
    <form
      method="post"
      action={`/account/gift-cards/shares/${String(gift.id)}`}
      className="form mt5"
      {...form.props}
    >
      <h2 className="h3">{waits ? 'Change it' : 'Wrong address?'}</h2>
      {waits ? null : (
        <p className="muted">
          The right one gets a mail of its own; the link in the first one leads nowhere then.
        </p>
      )}
      <ShareFields
        fields={form.fields}
        withDay={waits}
        hint={waits ? 'Who gets it, and then alone can use it.' : 'Who the gift is for.'}
      />
      <p>
        <button type="submit" className="btn" name="intent" value="change">
          {waits ? 'Save' : 'Send to this address'}
        </button>
      </p>
    </form>
  )
}

function TakeBack({ gift }: { gift: GiftShare }) {
  const waits = gift.state === 'scheduled'
  return (
    <form method="post" action={`/account/gift-cards/shares/${String(gift.id)}`} className="note mt5">
      <h2 className="h3">{waits ? 'Not this one after all?' : 'Take it back?'}</h2>
      <p className="mt4">
        {waits
          ? 'It stays yours, and nothing is mailed.'
          : gift.way === 'print'
            ? 'You get a new code, and the one on the paper is of no use.'
            : 'You can until it is opened. You get a new code, and the mailed link leads nowhere.'}
      </p>
      <p className="mt4">
        <button type="submit" className="btn second" name="intent" value="take_back">
          {waits ? 'Do not send it' : 'Take it back'}
        </button>
      </p>
    </form>
  )
}
