import { type ReactNode } from 'react'
import { type Customer } from '#contract/customer.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatShortDate, toLocalDate } from '../../format/local-time.ts'
import { StaffTable } from '../parts/staff-table.tsx'

const inWords = (name: string) => name.replaceAll('_', ' ')

interface ValueRow {
  key: string
  what: string
  more: string
  valid: string
  worth: ReactNode
}

/**
 * What a customer may spend. Only the last characters of a code are shown, because only its owner may
 * know the whole code.
 */
export function CustomerValue({ customer, zone }: { customer: Customer; zone: string }) {
  const rows = listValue(customer, zone)
  return (
    <section className="desk-part" aria-labelledby="value">
      <h2 id="value">Gift cards, vouchers, credit and cards</h2>
      {rows.length === 0 ? (
        <p className="muted">Nothing that could be spent.</p>
      ) : (
        <StaffTable
          label="What the customer may spend"
          heads={['What', 'Valid', 'Worth']}
          figures={['Worth']}
          caption="Everything that may be spent, with its end"
          stacked
        >
          {rows.map(({ key, what, more, valid, worth }) => (
            <tr key={key}>
              <th scope="row">
                {what}
                <small>{more}</small>
              </th>
              <td>{valid}</td>
              <td className="r">{worth}</td>
            </tr>
          ))}
        </StaffTable>
      )}
    </section>
  )
}

function listValue(customer: Customer, zone: string): ValueRow[] {
  const until = (at: string) => `until ${formatShortDate(toLocalDate(at, zone))}`
  const given = (to: string | null) => (to === null ? '' : `, given to ${to}`)
  const credit = {
    key: 'credit',
    what: 'Account credit',
    more: 'for the next order',
    valid: '',
    worth: formatDollars(customer.credit),
  }
  return [
    ...(customer.credit === 0 ? [] : [credit]),
    ...customer.gift_cards.map((card) => ({
      key: `gift ${String(card.id)}`,
      what: `Gift card, ${card.name}`,
      more: `code …${card.code_tail}, ${inWords(card.state)}${given(card.given_to)}`,
      valid: until(card.expires_at),
      worth: '1 flight',
    })),
    ...customer.vouchers.map((one) => ({
      key: `voucher ${String(one.id)}`,
      what: 'Voucher',
      more: `code …${one.code_tail}, ${inWords(one.state)}${given(one.given_to)}`,
      valid: until(one.expires_at),
      worth: `${formatDollars(one.balance)} of ${formatDollars(one.value)}`,
    })),
    ...customer.cards.map((one) => ({
      key: `card ${one.brand} ${one.last4}`,
      what: `${one.brand} …${one.last4}`,
      more: one.is_default ? 'saved by the customer, first choice' : 'saved by the customer',
      valid: `until ${String(one.exp_month).padStart(2, '0')}/${String(one.exp_year)}`,
      worth: '–',
    })),
  ]
}
