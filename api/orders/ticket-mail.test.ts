import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { sampleFlight, sampleOrder } from '#tests/support/sample-order.ts'
import { type MailBrand } from '../store/mails/mail-brand.ts'
import { composeTicketMail } from './ticket-mail.ts'

const brand: MailBrand = {
  id: 1,
  name: 'Loft & Rotor',
  tagline: 'Scenic flights.',
  timeZone: 'America/New_York',
  phone: '(201) 555-0142',
  email: 'hello@loftandrotor.example',
  from: 'Loft & Rotor <tickets@loftandrotor.example>',
  origin: 'https://fly.example',
  domain: 'loftandrotor.example',
}
const NOW = new Date('2027-05-12T14:02:00Z')
const write = (order = sampleOrder()) =>
  composeTicketMail(order, brand, { now: NOW, title: 'Your flight is booked' })

describe('the ticket mail', () => {
  test.each([
    ['order number', 'O-1042'],
    ['flight', 'The New Yorker'],
    ['day at the terminal', 'Friday, May 14, 2027'],
    ['departure on the terminal’s clock', '4:30 PM EDT'],
    ['check-in', '3:45 PM EDT'],
    ['terminal', 'Kearny Heliport'],
    ['address', '90 Fish House Road, Kearny, NJ 07032'],
    ['passenger', 'Ada Lovelace'],
    ['line of the price', 'Terminal fee'],
    ['amount of that line', '$22.90'],
    ['total', '$480.90'],
    ['what to bring', 'photo ID'],
    ['link', 'https://fly.example/order-confirmation?order_id=1042'],
    ['phone', '(201) 555-0142'],
  ])('the text and the HTML show the %s', (_name, fact) => {
    const { text, html } = write()
    expect(text).toContain(fact)
    expect(html).toContain(fact)
  })

  test('text and HTML list every tender, unless one card paid everything', () => {
    const paid = { returned: 0, state: 'captured' as const }
    const tenders = [
      { kind: 'gift_card' as const, label: 'Gift card ending 7G8H', amount: 229, ...paid },
      { kind: 'credit' as const, label: 'Account credit', amount: 60, ...paid },
      { kind: 'card' as const, label: 'Visa ending 4242', amount: 191.9, ...paid },
    ]
    const { text, html } = write({ ...sampleOrder(), credits: 60, amount_paid: 191.9, tenders })
    for (const fact of [
      'Where it came from',
      'Gift card ending 7G8H',
      'Account credit',
      '$191.90',
      'Credits',
    ]) {
      expect(text).toContain(fact)
      expect(html).toContain(fact)
    }
    expect(text).toContain('Total: $191.90')
    expect(write().text).not.toContain('Where it came from')
  })

  test('the HTML is escaped and small, and loads nothing from elsewhere', () => {
    const { html } = write()
    expect(html).toContain('Grace &lt;b&gt;Hopper&lt;/b&gt;')
    expect(html).toContain('Loft &amp; Rotor')
    expect(Buffer.byteLength(html)).toBeLessThan(30 * 1024)
    expect(html).not.toMatch(/<img|<link|<script|url\(|src=/i)
    expect(html).toContain('prefers-color-scheme:dark')
  })

  test('the mail contains no weight', () => {
    const { text, html, attachments } = write()
    for (const form of [text, html, attachments[0]?.content ?? ''])
      expect(form).not.toMatch(/(?<!font-)weight|\blbs?\b/i)
  })

  test('an order of two whole aircraft says so and contains two calendar entries', () => {
    const { text, attachments } = write(
      sampleOrder({ flights: [sampleFlight(), sampleFlight({ flight_id: 89 })] }),
    )
    expect(text).toContain('Aircraft: 2')
    const calendar = new ICAL.Component(ICAL.parse(attachments[0]?.content ?? ''))
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(2)
  })
})

describe('the calendar file', () => {
  const calendar = (flight = sampleFlight()) =>
    new ICAL.Component(ICAL.parse(write(sampleOrder({ flights: [flight] })).attachments[0]?.content ?? ''))
  const eventOf = (component: ICAL.Component) => {
    const vevent = component.getFirstSubcomponent('vevent')
    if (!vevent) throw new Error('no event')
    return new ICAL.Event(vevent)
  }

  test('it publishes one event under an id that never changes', () => {
    const component = calendar()
    const event = eventOf(component)
    expect(component.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(event.uid).toBe('order-1042-flight-88@loftandrotor.example')
    expect(event.sequence).toBe(0)
    expect(event.location).toContain('Kearny Heliport')
    expect(component.getFirstSubcomponent('vevent')?.getFirstPropertyValue('dtstamp')?.toString()).toBe(
      '2027-05-12T14:02:00Z',
    )
  })

  test.each([
    ['New York in summer', sampleFlight(), '2027-05-14T16:30:00', '2027-05-14T20:30:00.000Z'],
    [
      'Los Angeles in winter',
      sampleFlight({
        timezone: 'America/Los_Angeles',
        timezone_label: 'PST',
        depart_at: '2027-12-03T07:45:00.000Z',
        arrive_at: '2027-12-03T08:15:00.000Z',
      }),
      '2027-12-02T23:45:00',
      '2027-12-03T07:45:00.000Z',
    ],
  ])(
    'the entry of a flight from %s uses the terminal’s time zone, which the file defines',
    (_name, flight, local, instant) => {
      const component = calendar(flight)
      const zone = component.getFirstSubcomponent('vtimezone')
      if (!zone) throw new Error('no zone')
      expect(zone.getFirstPropertyValue('tzid')).toBe(flight.timezone)
      const { startDate } = eventOf(component)
      expect(startDate.toString()).toBe(local)
      startDate.zone = new ICAL.Timezone(zone)
      expect(startDate.toJSDate().toISOString()).toBe(instant)
    },
  )
})
