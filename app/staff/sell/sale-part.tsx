import { type ReactNode } from 'react'
import { ChooseButton, type ChooseName } from './choose-button.tsx'

interface SalePartProps {
  /** The number of the choice. */
  step: number
  title: ReactNode
  /** What stands beside the title. */
  aside: ReactNode
  /** What is chosen, for those who hear the page. */
  label: string
  className?: string
  name: ChooseName
  /** This choice was made last. */
  isLast: boolean
  options: readonly SaleOption[]
}

export interface SaleOption {
  value: string | number
  chosen: boolean
  /** It cannot be chosen; the reason stands in its words. */
  off?: boolean
  words: ReactNode
}

/** A numbered choice of the sale, and a button for each thing to choose. */
export function SalePart(props: SalePartProps) {
  const { step, title, aside, label, className = '', name, isLast, options } = props
  const id = `s${String(step)}`
  return (
    <section className="sale-part" aria-labelledby={id}>
      <div className="sale-head">
        <h2 id={id}>
          {step}. {title}
        </h2>
        {aside}
      </div>
      <div className={`sale-pick ${className}`.trim()} role="group" aria-label={label}>
        {options.map(({ value, chosen, off, words }) => (
          <ChooseButton key={value} {...{ name, value, chosen, off }} focused={chosen && isLast}>
            {words}
          </ChooseButton>
        ))}
      </div>
    </section>
  )
}
