import { type GiftCard, type Voucher } from '#contract/tenders.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { EnterButton } from '../ui/submit-button.tsx'
import { FormErrors } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { type OfferedDates, ProposedDay } from './proposed-day.tsx'
import { ShareFields, type ShareFieldsProps } from './share-fields.tsx'
import { SHARE_SHAPE } from './share-form.ts'

export interface GiftSharePageProps {
  /** The selected gift cards and vouchers that the giver can send. */
  cards: Pick<GiftCard, 'id' | 'name' | 'product_name' | 'code' | 'code_tail'>[]
  vouchers: Pick<Voucher, 'id' | 'balance' | 'code' | 'code_tail'>[]
  /** The typed values and their errors. */
  answer?: FormAnswer | undefined
  /** Undefined if the selection is not for a single flight, so that no date fits. */
  dates: OfferedDates | undefined
  /** The service can only mail gifts at once, and neither print them nor propose a departure. */
  limited?: boolean
  /** False if the request only asked for other days, which is no error. */
  refused?: boolean
}

const SHARE_PATH = '/account/gift-cards/share'

/** The page that sends gift cards and vouchers: to whom, when, and with which message. */
export function GiftSharePage(props: GiftSharePageProps) {
  const { cards, vouchers, answer } = props
  const form = useShopForm(SHARE_SHAPE, answer)
  const count = cards.length + vouchers.length
  return (
    <div className="wrap section account-home">
      <AccountNav current="gift-cards" within />
      <div className="gift-share">
        <FormErrors form={form} />
        <h1>{count === 0 ? 'Send gifts' : count === 1 ? 'Send 1 gift' : `Send ${String(count)} gifts`}</h1>
        {count === 0 ? <NothingChosen /> : <ShareForm {...props} form={form} />}
      </div>
    </div>
  )
}

const NothingChosen = () => (
  <div className="empty mt5">
    <p>Select at least one gift card or voucher that was not sent yet.</p>
    <a className="btn" href="/account/gift-cards#bought">
      Back to your gift cards
    </a>
  </div>
)

type ShareFormProps = GiftSharePageProps & {
  form: Pick<ShopForm, 'props'> & Pick<ShareFieldsProps, 'fields'>
}

function ShareForm({ cards, vouchers, form, dates, limited = false }: ShareFormProps) {
  return (
    <form method="post" action={SHARE_PATH} className="form mt5" {...form.props}>
      <EnterButton intent="send" />
      <ul className="plain">
        {cards.map(({ id, name, product_name: product, code, code_tail: tail }) => (
          <li key={id}>
            <input type="hidden" name="ids" value={id} />
            {product ? `${product}: ${name}` : name} <code>{code ?? `ending ${tail}`}</code>
          </li>
        ))}
        {vouchers.map(({ id, balance, code, code_tail: tail }) => (
          <li key={id}>
            <input type="hidden" name="voucher_ids" value={id} />
            Voucher, {formatDollars(balance)} <code>{code ?? `ending ${tail}`}</code>
          </li>
        ))}
      </ul>
      <ShareFields fields={form.fields} withDay={!limited} />
      {dates ? <ProposedDay dates={dates} action={SHARE_PATH} /> : null}
      <p className="btn-row">
        <button type="submit" className="btn" name="intent" value="send">
          Send
        </button>
        <a className="btn second" href="/account/gift-cards#bought">
          Cancel
        </a>
      </p>
      {limited ? null : <ByHand />}
    </form>
  )
}

const ByHand = () => (
  <div className="note mt5">
    <h2 className="h3">Give it by hand?</h2>
    <p className="mt4">
      Print it with your message. Nothing is mailed, and whoever has the paper can use it.
    </p>
    <p className="mt4">
      <button type="submit" className="btn second small" name="intent" value="print">
        Print at home
      </button>
    </p>
  </div>
)
