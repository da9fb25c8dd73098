import { type CustomerSummary } from '#contract/customer.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { Field } from '../../ui/field.tsx'
import { getCustomerName, NO_EMAIL } from '../parts/customer-name.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffTable } from '../parts/staff-table.tsx'

interface CustomersPageProps {
  customers: CustomerSummary[]
  pagination: ListMeta['pagination']
  text: string
  zone: string
}

const HEADS = ['Who', 'Phone', 'Orders', 'Last order'] as const

/** A search for customers by anything a caller may say, newest first. */
export function CustomersPage({ customers, pagination, text, zone }: CustomersPageProps) {
  const { total_count: count } = pagination
  return (
    <div className="wrap desk">
      <h1>Customers</h1>
      <form method="get" role="search" className="desk-find">
        <Field
          id="q"
          name="q"
          type="search"
          label="Find a customer"
          hint="The beginning of a name or an e-mail, or the last digits of a phone."
          autoComplete="off"
          defaultValue={text}
          maxLength={200}
        />
        <button type="submit" className="btn small">
          Search
        </button>
      </form>
      <p className="muted" role="status">
        {count === 1 ? 'One person' : `${count.toLocaleString('en-US')} people`}
        {text === '' ? ', the newest' : ` for “${text}”`}.{' '}
        {text === '' ? null : <a href="/staff/customers">Clear</a>}
      </p>
      {customers.length === 0 ? (
        <p>
          {text === ''
            ? 'Nobody has bought anything yet.'
            : 'Nobody fits. The beginning of a name or the last four digits of a phone number are enough.'}
        </p>
      ) : (
        <StaffTable
          label="Customers"
          heads={HEADS}
          figures={['Orders']}
          caption="Customers, newest first"
          stacked
        >
          {customers.map((one) => (
            <CustomerRow key={one.id} customer={one} zone={zone} />
          ))}
        </StaffTable>
      )}
      <StaffPagination path="/staff/customers" filter={{ q: text }} pagination={pagination} />
    </div>
  )
}

function CustomerRow({ customer: one, zone }: { customer: CustomerSummary; zone: string }) {
  const name = getCustomerName(one)
  // Who has given no name is listed by the address, which then stands once.
  const addresses = [one.email ?? NO_EMAIL, ...one.former_emails].filter((address) => address !== name)
  return (
    <tr data-row="" tabIndex={-1}>
      <th scope="row">
        <a href={`/staff/customers/${String(one.id)}`}>{name}</a>
        {addresses.length > 0 ? <small>{addresses.join(', ')}</small> : null}
      </th>
      <td className={one.phone === null ? 'blank' : undefined} data-label="Phone">
        {one.phone ?? '–'}
      </td>
      <td className="r" data-label="Orders">
        {one.orders}
      </td>
      <td data-label="Last order">
        <DateTimeCell at={one.last_order_at} zone={zone} />
      </td>
    </tr>
  )
}
