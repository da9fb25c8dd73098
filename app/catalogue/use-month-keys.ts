import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { type AvailabilityMonth } from '#contract/availability.ts'
import { dayForKey, nearestLink, tabStop } from './month-keys.ts'

const dateOf = (target: EventTarget) => (target instanceof HTMLElement ? target.dataset['date'] : undefined)

/**
 * Keyboard navigation of the calendar as a single Tab stop (roving tabindex). Without a script
 * every day is a Tab stop.
 */
export function useMonthKeys(month: AvailabilityMonth, chosen: string) {
  const table = useRef<HTMLTableElement>(null)
  /**
   * The day on which Page Up or Page Down was pressed: the focus continues from there in the other
   * month.
   */
  const leaving = useRef<string | undefined>(undefined)
  const isHydrated = useHydrated()
  const [focused, setFocused] = useState<string | undefined>(undefined)
  const focusDay = (date: string | undefined) =>
    table.current?.querySelector<HTMLElement>(`[data-date="${date ?? ''}"]`)?.focus()

  useEffect(() => {
    if (leaving.current) focusDay(nearestLink(month, leaving.current))
    leaving.current = undefined
  }, [month.month]) // Only a change of the month moves the focus.

  const onKeyDown = (event: KeyboardEvent) => {
    const from = dateOf(event.target)
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      const link = table.current?.parentElement?.querySelector<HTMLElement>(`[data-turn="${event.key}"]`)
      leaving.current = link ? from : undefined
      link?.click()
      event.preventDefault()
      return
    }
    const to = dayForKey(month, from, event.key)
    if (!to) return
    event.preventDefault()
    focusDay(to)
  }
  const stop = tabStop(month, focused?.startsWith(month.month) ? focused : chosen)
  return {
    tabIndexOf: (date: string) => (!isHydrated ? undefined : date === stop ? 0 : -1),
    grid: {
      ref: table,
      role: isHydrated ? 'grid' : undefined,
      onKeyDown,
      onFocus: ({ target }: FocusEvent) => {
        setFocused(dateOf(target))
      },
    },
  }
}
