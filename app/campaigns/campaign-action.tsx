const WAYS = {
  prices: { href: '/search?max_price=150', text: 'Seats under $150' },
  contest: { href: '/contest', text: 'Enter the draw' },
  club: { href: '/skyclub', text: 'See the membership' },
} as const

/** The links and buttons of a campaign's page. */
export function CampaignAction({ action }: { action: keyof typeof WAYS }) {
  const { href, text } = WAYS[action]
  return (
    <p>
      <a className="btn" href={href}>
        {text}
      </a>
    </p>
  )
}
