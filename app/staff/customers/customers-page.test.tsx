import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type CustomerSummary } from '#contract/customer.ts'
import { CustomersPage } from './customers-page.tsx'

const EMAIL = 'jiwoo.baek@example.net'
const customer: CustomerSummary = {
  id: 7,
  email: EMAIL,
  first_name: null,
  last_name: null,
  first_passenger: null,
  phone: null,
  email_proven: true,
  former_emails: [],
  orders: 1,
  last_order_at: null,
  created_at: '2026-11-01T12:00:00.000Z',
}

const show = (change: Partial<CustomerSummary>) =>
  renderToStaticMarkup(
    <CustomersPage
      customers={[{ ...customer, ...change }]}
      pagination={{ current_page: 1, page_size: 25, total_count: 1, total_pages: 1 }}
      text=""
      zone="America/New_York"
    />,
  )

describe('the list of customers', () => {
  it('shows the address of a customer without a name once', () => {
    expect(show({}).split(EMAIL)).toHaveLength(2)
  })

  it('names a customer without a name by the first passenger, with the address below', () => {
    const html = show({ first_passenger: 'Thảo Đặng' })
    expect(html).toContain('>Thảo Đặng</a>')
    expect(html).toContain(`<small>${EMAIL}</small>`)
  })

  it('shows the address and the former ones below a name', () => {
    const html = show({ first_name: 'Ji-woo', last_name: 'Baek', former_emails: ['old@example.net'] })
    expect(html).toContain('>Ji-woo Baek</a>')
    expect(html).toContain(`<small>${EMAIL}, old@example.net</small>`)
  })
})
