import { type CustomerSummary } from '#contract/customer.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { Field } from '../../ui/field.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { getCustomerName } from '../parts/customer-name.ts'
import { StaffPagination } from '../parts/pagination.tsx'
import { DateTimeCell } from '../parts/date-time.tsx'

interface CustomersPageProps {
  customers: CustomerSummary[]
  pagination: ListMeta['pagination']
  text: string
  zone: string
}

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
          hint="Name, e-mail or phone."
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
      {customers.length === 0 ? null : (
        <ScrollRegion label="Customers">
          <table className="table stacks">
            <caption className="vh">Customers, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Who</th>
                <th scope="col">Phone</th>
                <th scope="col" className="r">
                  Orders
                </th>
                <th scope="col">Last order</th>
              </tr>
            </thead>
            <tbody>
              {customers.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <a href={`/staff/customers/${String(one.id)}`}>{getCustomerName(one)}</a>
                    <small>{[one.email, ...one.former_emails].join(', ')}</small>
                  </th>
                  <td data-label="Phone">{one.phone ?? '–'}</td>
                  <td className="r" data-label="Orders">
                    {one.orders}
                  </td>
                  <td data-label="Last order">
                    <DateTimeCell at={one.last_order_at} zone={zone} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <StaffPagination path="/staff/customers" filter={{ q: text }} pagination={pagination} />
    </div>
  )
}
