import { type ReactNode } from 'react'

export type ChooseName = 'kind' | 'product' | 'date' | 'from' | 'month' | 'people' | 'departure'

interface ChooseButtonProps {
  /** The part of the address that it changes, and to what. */
  name: ChooseName
  value: string | number
  /** It is what is chosen now. */
  chosen?: boolean
  /** It cannot be chosen; the reason stands in it. */
  off?: boolean | undefined
  /** It was pressed last. */
  focused?: boolean
  className?: string
  children: ReactNode
}

/**
 * A choice of the sale. It sends the whole form, so that what was typed goes along, and is answered
 * with the address of what was chosen.
 */
export function ChooseButton({ name, value, chosen, off, focused, className, children }: ChooseButtonProps) {
  return (
    <button
      type="submit"
      name="choose"
      value={new URLSearchParams([[name, String(value)]]).toString()}
      className={className}
      aria-pressed={chosen}
      disabled={off}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is loaded anew by each choice
      autoFocus={focused}
    >
      {children}
    </button>
  )
}
