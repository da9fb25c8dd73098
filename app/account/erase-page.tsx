import { type Erasure, ERASURE_MESSAGES } from '#contract/account.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { CheckField, FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { AccountScript } from './account-split.tsx'
import { ERASE_SHAPE } from './details-form.ts'
import { DETAILS_PATH } from './details-page.tsx'
import { formatDateTime } from '../format/date-time.ts'

export interface ErasePageProps {
  /** Undefined where the service behind the shop cannot do it. */
  erasure: Erasure | undefined
  zone: string
  contact: string
  answer: FormAnswer | undefined
}

export const ERASE_PATH = `${DETAILS_PATH}/erase`

/** Why it cannot be done now; undefined when it can. */
function obstacleOf(erasure: Erasure): string | undefined {
  if (!erasure.email_proven) return ERASURE_MESSAGES.unproven
  if (erasure.staff) return ERASURE_MESSAGES.staff
  if (erasure.flights_ahead.length > 0) return ERASURE_MESSAGES.flightAhead
  return erasure.payment_under_way ? ERASURE_MESSAGES.payment : undefined
}

/** Lists what is erased, what has to stay and what would be lost, above the button. */
export function ErasePage({ erasure, zone, contact, answer }: ErasePageProps) {
  const obstacle = erasure && obstacleOf(erasure)
  const form = useShopForm(ERASE_SHAPE, answer)
  // The list below already explains these obstacles.
  const summary = form.summary.filter(({ text }) => text !== obstacle)
  return (
    <div className="wrap section erase-page">
      <p className="mb6">
        <a href={DETAILS_PATH}>Back to your details</a>
      </p>
      <FormErrors form={{ ...form, summary }} />
      <div className="head">
        <h1>Erase my data</h1>
        <p>
          Your name, e-mail, phone and password, your saved cards, your passengers’ names and weights, and the
          mails we sent you. It cannot be taken back.
        </p>
      </div>
      <p>
        Amounts and dates of what you paid stay in our books, as the law demands, with nobody’s name on them.
        Waivers stay as they were signed for three years.
      </p>
      {erasure ? null : (
        <p className="alert mt6">
          This cannot be done here. Write to <a href={`mailto:${contact}`}>{contact}</a>, and we do it.
        </p>
      )}
      {erasure && obstacle ? <NotNow erasure={erasure} obstacle={obstacle} zone={zone} /> : null}
      {erasure && !obstacle ? <EraseForm erasure={erasure} form={form} /> : null}
      <AccountScript />
    </div>
  )
}

function NotNow({ erasure, obstacle, zone }: { erasure: Erasure; obstacle: string; zone: string }) {
  return (
    <div className="alert warn mt6">
      <p>{obstacle}</p>
      {erasure.flights_ahead.length > 0 ? (
        <ul className="mt4">
          {erasure.flights_ahead.map(({ order_id: id, number, depart_at: at }) => (
            <li key={`${String(id)} ${at}`}>
              <a href={`/account/orders/${String(id)}`}>Order {number}</a>, {formatDateTime(at, zone)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** What is left on the account, in words. */
function valueOf({ credit, vouchers, gift_cards: cards }: Erasure): string[] {
  return [
    ...(credit > 0 ? [`${formatDollars(credit)} of credit`] : []),
    ...(vouchers > 0 ? [`${formatDollars(vouchers)} on vouchers`] : []),
    ...(cards > 0 ? [cards === 1 ? 'a gift card' : `${String(cards)} gift cards`] : []),
  ]
}

type Erase = ShopForm<keyof typeof ERASE_SHAPE.labels>

function EraseForm({ erasure, form }: { erasure: Erasure; form: Erase }) {
  const { give_up_value, password } = form.fields
  const value = valueOf(erasure)
  return (
    <form method="post" action={ERASE_PATH} {...form.props} className="form mt6">
      {erasure.memberships.map((name) => (
        <p key={name}>Your {name} membership ends at once, and nothing more is charged for it.</p>
      ))}
      {value.length > 0 ? (
        <div className="alert warn">
          <p>
            Left on your account: {new Intl.ListFormat('en-US').format(value)}. With your data it is lost. Use
            it first, or <a href="/account/gift-cards">keep the codes</a>.
          </p>
          <CheckField field={give_up_value} label="It may be lost" />
        </div>
      ) : null}
      <TextField
        field={password}
        need="required"
        type="password"
        autoComplete="current-password"
        enterKeyHint="done"
      />
      <div className="btn-row">
        <SubmitButton intent="erase" className="danger">
          Erase my data
        </SubmitButton>
        <a className="btn second" href={DETAILS_PATH}>
          Keep it
        </a>
      </div>
    </form>
  )
}
