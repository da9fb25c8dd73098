/** The pages of an account, in the order in which the navigation lists them. */
const PAGES = [
  { key: 'overview', href: '/account', label: 'Overview' },
  { key: 'orders', href: '/account/orders', label: 'Orders' },
  { key: 'flights', href: '/account/flights', label: 'Flights' },
  { key: 'gift-cards', href: '/account/gift-cards', label: 'Gift cards' },
  { key: 'credit', href: '/account/credit', label: 'Credit' },
  { key: 'cards', href: '/account/cards', label: 'Saved cards' },
  { key: 'details', href: '/account/details', label: 'Details' },
  { key: 'membership', href: '/account/membership', label: 'Membership' },
] as const

export type AccountPageKey = (typeof PAGES)[number]['key']

/**
 * The navigation within an account, on each of its pages.
 *
 * @param props.within the current page is a subpage of the marked one
 */
export function AccountNav({ current, within }: { current: AccountPageKey; within?: boolean }) {
  return (
    <nav className="tabs account-nav" aria-label="Your account">
      <ul>
        {PAGES.map(({ key, href, label }) => (
          <li key={key}>
            <a href={href} aria-current={key === current ? (within ? 'true' : 'page') : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
