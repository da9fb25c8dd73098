import { type ReactNode } from 'react'
import { describeRedemptionFees } from '#contract/gift-words.ts'
import { type GiftCard, type TenderShare, type Voucher } from '#contract/tenders.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import enhanceUrl from './enhance-gift-list.js?url'
import { dateOf, redeemHref, SHARE_STATES, shareText, unitText } from './gift-text.ts'
import { ShareDialog } from './share-dialog.tsx'

/** One list, from its beginning to the last requested page. */
export interface ShownList<Row> {
  rows: Row[]
  total: number
  /** The button value that requests three more rows; undefined at the end of the list. */
  more: string | undefined
}

/** The selected gift cards and vouchers, which stay selected when more of a list is shown. */
export interface SelectedGifts {
  cards: readonly number[]
  vouchers: readonly number[]
}

export interface GiftListPageProps {
  /**
   * Gift cards that were sent to the account or bought by it, and its vouchers; a list is undefined
   * if the service does not answer.
   */
  gifts: ShownList<GiftCard> | undefined
  bought: ShownList<GiftCard> | undefined
  vouchers: ShownList<Voucher> | undefined
  notice: string | undefined
  selected: SelectedGifts
  /**
   * The number of pages shown of each list, by its name in the address; lists with one page are
   * omitted.
   */
  pages: Readonly<Record<string, number>>
  failure?: string | undefined
  timezone: string
  /** The service mails gift cards at once, and can send neither vouchers nor later. */
  limited?: boolean
}

/** The gift cards and vouchers of an account. */
export function GiftListPage(props: GiftListPageProps) {
  const { gifts, bought, vouchers, notice, failure, timezone, selected, limited = false } = props
  const listedVouchers = limited ? [] : (vouchers?.rows ?? [])
  const none = gifts?.total === 0 && bought?.total === 0 && vouchers?.total === 0
  return (
    <div className="wrap section account-home">
      <AccountNav current="gift-cards" />
      <div className="account-head">
        <div>
          <p className="eyebrow">Your account</p>
          <h1>Gift cards</h1>
        </div>
        <a className="btn second" href="/redeem-voucher">
          Enter a code
        </a>
      </div>
      {failure ? (
        <p className="alert bad mb6" role="alert" tabIndex={-1}>
          {failure}
        </p>
      ) : null}
      {notice && !failure ? (
        <p className="alert good mb6" role="status">
          {notice}
        </p>
      ) : null}
      {none ? <NoGifts /> : null}
      <List id="gifts" title="Gifts" lead="Sent to you." list={gifts}>
        {(card) => <GiftRow key={card.id} card={card} timezone={timezone} />}
      </List>
      <form method="get" action="/account/gift-cards/share" id="choose-gifts">
        {Object.entries(props.pages).map(([name, pages]) => (
          <input key={name} type="hidden" name={name} value={pages} />
        ))}
        <List
          id="bought"
          title="Buy Now Schedule Laters"
          lead="Bought by you: redeem one for a flight, or give it to somebody."
          list={bought}
          action={
            bought?.rows.some(isSelectable) || (bought?.total && listedVouchers.some(isSelectable)) ? (
              <SendButton />
            ) : null
          }
        >
          {(card) => (
            <GiftRow key={card.id} card={card} timezone={timezone} selectable ticked={selected.cards} />
          )}
        </List>
        <List
          id="vouchers"
          title="Re-schedule Vouchers"
          lead="What is left stays on it."
          list={vouchers}
          action={!bought?.total && listedVouchers.some(isSelectable) ? <SendButton /> : null}
        >
          {(voucher) => (
            <VoucherRow
              key={voucher.id}
              voucher={voucher}
              timezone={timezone}
              selectable={!limited}
              ticked={selected.vouchers}
            />
          )}
        </List>
      </form>
      {none || limited ? null : <ResendCodes />}
      <ShareDialog limited={limited} />
      <script type="module" src={enhanceUrl} />
    </div>
  )
}

/**
 * A card that was mailed cannot be selected (spec section 4), nor can one that is used or part of a
 * gift.
 */
export const isSelectable = ({
  status,
  last_emailed_to: to,
  share,
}: Pick<GiftCard | Voucher, 'status' | 'last_emailed_to' | 'share'>) =>
  status === 'available' && to === null && !share

const SendButton = () => (
  <button type="submit" className="btn small">
    Send As Gift
  </button>
)

/** Mails all codes again, for owners who lost the mails. */
const ResendCodes = () => (
  <form method="post" action="/account/gift-cards" className="note">
    <p>Lost a mail? We send you all codes you can use, to your confirmed address.</p>
    <p className="mt4">
      <button type="submit" className="btn second small" name="intent" value="codes">
        Resend all my codes
      </button>
    </p>
  </form>
)

const NoGifts = () => (
  <div className="empty mb6">
    <h2>Nothing here yet.</h2>
    <p>Gift cards you buy or are sent, and vouchers, appear here.</p>
    <a className="btn" href="/product">
      See the flights
    </a>
  </div>
)

interface ListProps<Row> {
  id: string
  title: string
  lead: string
  list: ShownList<Row> | undefined
  action?: ReactNode
  children: (row: Row) => ReactNode
}

function List<Row>({ id, title, lead, list, action, children }: ListProps<Row>) {
  if (list?.total === 0) return null
  return (
    <section className="gift-list" aria-labelledby={id}>
      <div className="gift-list-head">
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p className="muted">{lead}</p>
        </div>
        {action}
      </div>
      {list ? (
        <ul className="gift-rows">{list.rows.map(children)}</ul>
      ) : (
        <p className="alert warn">This list cannot be shown just now. Please try again.</p>
      )}
      {list?.more ? (
        <p className="mt5">
          {/*
           * A button of the selection's form: it submits the selected ids, with and without
           * scripts.
           */}
          <button
            type="submit"
            className="btn second small"
            form="choose-gifts"
            formAction={`/account/gift-cards#${id}`}
            name="more"
            value={list.more}
            data-more=""
          >
            Show More - {list.rows.length} / {list.total}
          </button>
        </p>
      ) : null}
    </section>
  )
}

const STATUS: Readonly<Record<string, string>> = {
  reserved: 'being used',
  redeemed: 'used',
  expired: 'expired',
  frozen: 'on hold',
  void: 'refunded',
  used: 'used up',
}

interface RowProps {
  timezone: string
  /** The selected ids of one kind. */
  ticked?: readonly number[]
}

function GiftRow({
  card,
  timezone,
  selectable = false,
  ticked = [],
}: RowProps & { card: GiftCard; selectable?: boolean }) {
  const { code, code_tail: tail, purchaser_order_id: bought, order_id: used, status, share } = card
  const to = selectable ? card.last_emailed_to : null
  return (
    <li>
      {selectable ? (
        <SelectBox of={card} name="ids" label={`${card.name} ${code ?? tail}`} ticked={ticked} />
      ) : null}
      <div className="gift-what">
        <h3>{card.product_name ?? card.name}</h3>
        <p className="sm">{goodFor(card)}</p>
        {status === 'available' && card.waiting_fees ? (
          <p className="sm muted">{describeRedemptionFees(card.waiting_fees)}</p>
        ) : null}
        <CodeLine code={code} tail={tail} until={dateOf(card.expires_at, timezone)} />
        <GivenLine share={selectable ? share : null} to={to} timezone={timezone} />
        <OrderLinks bought={selectable ? bought : null} used={to === null && !share ? used : null} />
      </div>
      <div className="gift-end">
        <span className="price">{formatDollars(card.price)}</span>
        {status === 'available' && to === null ? (
          <Redeem
            href={redeemHref(
              { kind: 'gift_card', id: card.id },
              { product: card.product_id, unit: card.unit },
            )}
            code={code ?? tail}
          />
        ) : (
          <span className="chip line">{chipText(status, share)}</span>
        )}
      </div>
    </li>
  )
}

/** The flights that a card is valid for (domain rule 10). */
function goodFor({ unit, fare, name, product_name: product, good_for_label: label }: GiftCard): string {
  if (label) return label
  const what = `Good for ${unitText(unit)}`
  const more = fare?.name ?? (product ? name : '')
  return more === '' ? what : `${what}, ${more}`
}

function VoucherRow({
  voucher,
  timezone,
  selectable,
  ticked = [],
}: RowProps & { voucher: Voucher; selectable: boolean }) {
  const { code, code_tail: tail, order_id: order, product_id: product, balance, value, status } = voucher
  const { last_emailed_to: to, share } = voucher
  return (
    <li>
      {selectable ? (
        <SelectBox of={voucher} name="voucher_ids" label={`Voucher ${code ?? tail}`} ticked={ticked} />
      ) : null}
      <div className="gift-what">
        <h3>Voucher{order === null ? '' : ` from order O-${String(order)}`}</h3>
        <p className="sm">
          Good for {voucher.product_name ?? 'any flight'}
          {balance < value ? `, left of ${formatDollars(value)}` : ''}
        </p>
        <CodeLine code={code} tail={tail} until={dateOf(voucher.expires_at, timezone)} />
        <GivenLine share={share} to={code === null ? to : null} timezone={timezone} />
        <OrderLinks bought={order} used={null} />
      </div>
      <div className="gift-end">
        <span className="price">{formatDollars(balance)}</span>
        {status === 'available' && code !== null ? (
          <Redeem href={redeemHref({ kind: 'voucher', id: voucher.id }, { product })} code={code} />
        ) : (
          <span className="chip line">{chipText(status, share)}</span>
        )}
      </div>
    </li>
  )
}

function SelectBox({
  of,
  name,
  label,
  ticked,
}: {
  of: GiftCard | Voucher
  name: string
  label: string
  ticked: readonly number[]
}) {
  if (!isSelectable(of)) return <span className="sel" />
  return (
    <span className="sel">
      <input
        type="checkbox"
        id={`${name}-${String(of.id)}`}
        name={name}
        value={of.id}
        defaultChecked={ticked.includes(of.id)}
        aria-label={`Select ${label}`}
      />
    </span>
  )
}

const CodeLine = ({ code, tail, until }: { code: string | null; tail: string; until: string }) => (
  <p className="subtle sm">
    <code>{code ?? `ending ${tail}`}</code> good until <span className="nowrap">{until}</span>
  </p>
)

/** The recipient, and a link to the page where the gift can be changed. */
function GivenLine({
  share,
  to,
  timezone,
}: {
  share: TenderShare | null | undefined
  to: string | null
  timezone: string
}) {
  if (share) {
    return (
      <p className="sm">
        <a href={`/account/gift-cards/shares/${String(share.id)}`}>{shareText(share, timezone)}</a>
      </p>
    )
  }
  return to === null ? null : <p className="subtle sm">Emailed to {to}</p>
}

/** The status of a card; of a gift, as much as its recipient shares with the giver. */
function chipText(status: string, share: TenderShare | null | undefined): string {
  if (share && status !== 'frozen' && status !== 'void') return SHARE_STATES[share.state]
  return status === 'available' ? 'Sent' : (STATUS[status] ?? status)
}

/**
 * A card or voucher links to its order (spec section 2): the one it was bought with, and the one it
 * paid for.
 */
function OrderLinks({ bought, used }: { bought: number | null; used: number | null }) {
  if (bought === null && used === null) return null
  return (
    <p className="sm">
      {bought === null ? null : <OrderLink id={bought} />}
      {bought !== null && used !== null ? ', ' : ''}
      {used === null ? null : (
        <>
          used for <OrderLink id={used} />
        </>
      )}
    </p>
  )
}

const OrderLink = ({ id }: { id: number }) => <a href={`/account/orders/${String(id)}`}>O-{id}</a>

const Redeem = ({ href, code }: { href: string; code: string }) => (
  <a className="link-btn" href={href}>
    Redeem<span className="vh"> {code}</span>
  </a>
)
