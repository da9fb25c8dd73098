import { countFigure } from './list-count.ts'

export interface StaffTab {
  text: string
  href: string
  current: boolean
  /** How many are in the view; absent where that is not known. */
  count?: number | undefined
}

interface StaffTabsProps {
  /** The accessible name of the tabs. */
  label: string
  tabs: StaffTab[]
}

/** Views of one list, with their counts; the current one is marked. */
export function StaffTabs({ label, tabs }: StaffTabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="desk-chips">
        {tabs.map(({ text, href, current, count }) => (
          <li key={text}>
            <a href={href} aria-current={current ? 'page' : undefined}>
              {text}
              {count === undefined ? '' : ` ${countFigure(count)}`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
