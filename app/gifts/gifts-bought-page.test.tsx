import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type OrderRefund } from '#contract/refund.ts'
import { sampleOrder } from '#tests/support/sample-order.ts'
import { GiftsBoughtPage } from './gifts-bought-page.tsx'

const refund: OrderRefund = {
  id: 1,
  amount: 480.9,
  state: 'succeeded',
  to: [{ kind: 'card', label: 'Visa ending 4242', amount: 480.9 }],
  at: '2027-05-13T14:00:00Z',
}

test('refunded gift cards show the refund below the amount that was paid', () => {
  const contact = { phone: '(201) 555-0142', email: 'hello@loftandrotor.example' }
  const order = sampleOrder({ kind: 'gift_cards', flights: [], refunds: [refund] })
  const text = renderToStaticMarkup(
    <GiftsBoughtPage order={order} contact={contact} timezone="America/New_York" />,
  ).replace(/<[^>]+>/g, '|')
  expect(text).toMatch(
    /What you paid.*\|Total\|+\$480\.90\|+.*What came back.*\|To Visa ending 4242\|+\$480\.90\|/,
  )
})
