interface StaffTabsProps {
  /** The accessible name of the tabs. */
  label: string
  tabs: { text: string; href: string; current: boolean }[]
}

/** Views of one list; the current one is marked. */
export function StaffTabs({ label, tabs }: StaffTabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="desk-tabs">
        {tabs.map(({ text, href, current }) => (
          <li key={text}>
            <a href={href} aria-current={current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
