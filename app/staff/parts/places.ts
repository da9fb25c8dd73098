import { type StaffSection } from '../../page/page-handle.ts'

/** A place of the staff area. */
export interface StaffPlace {
  href: string
  text: string
  /** The section whose pages it stands for. */
  section?: StaffSection
  /** The letter that opens it after `g`. */
  letter?: string
  /** It is in the bar: on all screens, or only where there is room. */
  bar?: 'always' | 'wide'
}

/** All places, in the order of the lists; on phones the bar has the first four and "More". */
export const STAFF_PLACES: readonly StaffPlace[] = [
  { section: 'today', href: '/staff', text: 'Today', letter: 't', bar: 'always' },
  { section: 'flights', href: '/staff/flights', text: 'Flights', letter: 'f', bar: 'always' },
  { section: 'sell', href: '/staff/sell', text: 'Sell', letter: 'n', bar: 'always' },
  { section: 'orders', href: '/staff/orders', text: 'Orders', letter: 'o', bar: 'always' },
  { section: 'board', href: '/staff/board', text: 'Board', letter: 'b' },
  { href: '/staff/pilots', text: 'Pilots' },
  { href: '/staff/aircraft', text: 'Aircraft out of service' },
  { section: 'grid', href: '/staff/grid', text: 'Grid of a day', letter: 'd' },
  { section: 'week', href: '/staff/week', text: 'Week', letter: 'w', bar: 'wide' },
  { href: '/staff/scan', text: 'Scan tickets' },
  { href: '/staff/waitlist', text: 'Waitlist', letter: 'l' },
  { href: '/staff/weather', text: 'Weather day' },
  { section: 'customers', href: '/staff/customers', text: 'Customers', letter: 'c', bar: 'wide' },
  { section: 'products', href: '/staff/products', text: 'Products', letter: 'p', bar: 'wide' },
  { section: 'reports', href: '/staff/reports', text: 'Reports', letter: 'r', bar: 'wide' },
  { section: 'office', href: '/staff/office', text: 'Office', bar: 'wide' },
  { section: 'catalogue', href: '/staff/catalogue', text: 'Catalogue' },
  { href: '/staff/catalogue/week', text: 'Timetable' },
  { href: '/staff/drawer', text: 'Cash drawer' },
  { href: '/staff/reports/day', text: 'Close the day' },
  { href: '/staff/agents', text: 'Agents' },
  { href: '/staff/content', text: 'Content' },
  { href: '/staff/mails', text: 'Mails' },
  { href: '/staff/security', text: 'Your sign-in' },
  { href: '/staff/keys', text: 'Keys' },
]

/** A pilot sees only the own flights. */
const PILOT_PLACES: readonly StaffPlace[] = [
  { href: '/pilot', text: 'Pilot’s page', bar: 'always' },
  { section: 'pilot', href: '/staff/flights', text: 'Your flights', letter: 'f', bar: 'always' },
  { href: '/staff/security', text: 'Your sign-in', bar: 'always' },
]

/** An agent sees only the own commission. */
const AGENT_PLACES: readonly StaffPlace[] = [
  { section: 'agent', href: '/agent', text: 'Your commission', bar: 'always' },
]

/** The places of those who have only pages of their own. */
export const OWN_PLACES: Partial<Record<StaffSection, readonly StaffPlace[]>> = {
  pilot: PILOT_PLACES,
  agent: AGENT_PLACES,
}
