import { type ReactNode } from 'react'
import { type GiftCard, type Voucher } from '#contract/tenders.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { formatDollars } from '../checkout/format-dollars.ts'
import { formatDayAndYear, localDateOf } from '../checkout/local-time.ts'
import enhanceUrl from '../enhancers/gifts.js?url'
import { ShareDialog } from './share-dialog.tsx'

/** One list, shown from its beginning to where it was asked for. */
export interface ShownList<Row> {
  rows: Row[]
  total: number
  /** The address of this page with three more of this list; undefined at its end. */
  more: string | undefined
}

export interface GiftListPageProps {
  /** Sent to whoever is logged in, bought by them, and their vouchers; undefined when one cannot be read just now. */
  gifts: ShownList<GiftCard> | undefined
  bought: ShownList<GiftCard> | undefined
  vouchers: ShownList<Voucher> | undefined
  notice: string | undefined
  timezone: string
}

/** Everything with a code that an account has. */
export function GiftListPage({ gifts, bought, vouchers, notice, timezone }: GiftListPageProps) {
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
      {notice ? (
        <p className="alert good mb6" role="status">
          {notice}
        </p>
      ) : null}
      {none ? <Nothing /> : null}
      <List id="gifts" title="Gifts" lead="Sent to you." list={gifts}>
        {(card) => <GiftRow key={card.id} card={card} timezone={timezone} />}
      </List>
      <form method="get" action="/account/gift-cards/share" id="choose-gifts">
        <List
          id="bought"
          title="Buy Now Schedule Laters"
          lead="Bought by you: redeem one for a flight, or send it to someone by email."
          list={bought}
          action={
            bought?.rows.some(isFree) ? (
              <button type="submit" className="btn small">
                Send As Gift
              </button>
            ) : null
          }
        >
          {(card) => <GiftRow key={card.id} card={card} timezone={timezone} selectable />}
        </List>
      </form>
      <List id="vouchers" title="Re-schedule Vouchers" lead="What is left stays on it." list={vouchers}>
        {(voucher) => <VoucherRow key={voucher.id} voucher={voucher} timezone={timezone} />}
      </List>
      <ShareDialog />
      <script type="module" src={enhanceUrl} />
    </div>
  )
}

/** One that was mailed cannot be selected, nor one that is used (spec section 4). */
export const isFree = ({ status, last_emailed_to: to }: Pick<GiftCard, 'status' | 'last_emailed_to'>) =>
  status === 'available' && to === null

const Nothing = () => (
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
          <a className="btn second small" rel="next" href={list.more}>
            Show More - {list.rows.length} / {list.total}
          </a>
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
}

const until = (at: string, timezone: string) => `good until ${formatDayAndYear(localDateOf(at, timezone))}`

function GiftRow({
  card,
  timezone,
  selectable = false,
}: RowProps & { card: GiftCard; selectable?: boolean }) {
  const { code, code_tail: tail, last_emailed_to: to, purchaser_order_id: order, status } = card
  const box = `card-${String(card.id)}`
  return (
    <li>
      {selectable ? (
        <span className="sel">
          {isFree(card) ? (
            <input
              type="checkbox"
              id={box}
              name="ids"
              value={card.id}
              aria-label={`Select ${card.name} ${code ?? tail}`}
            />
          ) : null}
        </span>
      ) : null}
      <div className="gift-what">
        <h3>{card.name}</h3>
        <p className="subtle sm">
          <code>{code ?? `ending ${tail}`}</code> {until(card.expires_at, timezone)}
        </p>
        {selectable && to !== null ? <p className="subtle sm">Emailed to {to}</p> : null}
        {selectable && order !== null ? <OrderLink id={order} /> : null}
      </div>
      <div className="gift-end">
        <span className="price">{formatDollars(card.price)}</span>
        {status === 'available' && (to === null || !selectable) ? (
          <Redeem product={card.product_id} code={code ?? tail} />
        ) : (
          <span className="chip line">{status === 'available' ? 'Sent' : (STATUS[status] ?? status)}</span>
        )}
      </div>
    </li>
  )
}

function VoucherRow({ voucher, timezone }: RowProps & { voucher: Voucher }) {
  const { code, code_tail: tail, order_id: order, product_id: product, balance, value, status } = voucher
  return (
    <li>
      <div className="gift-what">
        <h3>Voucher{order === null ? '' : ` from order O-${String(order)}`}</h3>
        <p className="subtle sm">
          <code>{code ?? `ending ${tail}`}</code> {until(voucher.expires_at, timezone)}
          {balance < value ? `, of ${formatDollars(value)}` : ''}
        </p>
        {order === null ? null : <OrderLink id={order} />}
      </div>
      <div className="gift-end">
        <span className="price">{formatDollars(balance)}</span>
        {status === 'available' ? (
          <Redeem product={product} code={code ?? tail} />
        ) : (
          <span className="chip line">{STATUS[status] ?? status}</span>
        )}
      </div>
    </li>
  )
}

/** A card or voucher links to its order (spec section 2). */
const OrderLink = ({ id }: { id: number }) => (
  <p className="sm">
    <a href={`/account/orders/${String(id)}`}>O-{id}</a>
  </p>
)

const Redeem = ({ product, code }: { product: number | null; code: string }) => (
  <a className="link-btn" href={`/checkout${product === null ? '' : `/${String(product)}`}?redeem=1`}>
    Redeem<span className="vh"> {code}</span>
  </a>
)
