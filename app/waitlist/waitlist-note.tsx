import { type ReactNode } from 'react'
import { type ShownFlight, WaitlistPage } from './waitlist-page.tsx'

/** A waitlist page that only shows a status, with one or two links. */
export function WaitlistNote(props: {
  flight: ShownFlight
  title: string
  lines: readonly ReactNode[]
  links: readonly { text: string; href: string }[]
  children?: ReactNode
}) {
  const { flight, title, lines, links, children } = props
  return (
    <WaitlistPage flight={flight} title={title}>
      <div className="lede mt4 mb6">
        {lines.map((line, at) => (
          <p key={at} className={at > 0 ? 'mt4' : undefined}>
            {line}
          </p>
        ))}
      </div>
      {children}
      <div className="group btn-row">
        {links.map(({ text, href }, at) => (
          <a key={href} className={at === 0 && !children ? 'btn' : 'btn second'} href={href}>
            {text}
          </a>
        ))}
      </div>
    </WaitlistPage>
  )
}
