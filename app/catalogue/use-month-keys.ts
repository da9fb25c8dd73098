import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { type AvailabilityMonth } from '#contract/availability.ts'
import { dayForKey, nearestLink, tabStop } from './month-keys.ts'

const dateOf = (target: EventTarget) => (target instanceof HTMLElement ? target.dataset['date'] : undefined)

/**
 * One Tab stop and keys for the calendar, once a script is there; until then every day is a stop of
 * its own.
 */
export function useMonthKeys(month: AvailabilityMonth, chosen: string) {
  const table = useRef<HTMLTableElement>(null)
  /**
   * The day left by Page Up or Page Down: the focus goes on from there when the other month is
   * shown.
   */
  const leaving = useRef<string | undefined>(undefined)
  const isHydrated = useHydrated()
  const [focused, setFocused] = useState<string | undefined>(undefined)
  const focusDay = (date: string | undefined) =>
    table.current?.querySelector<HTMLElement>(`[data-date="${date ?? ''}"]`)?.focus()

  useEffect(() => {
    if (leaving.current) focusDay(nearestLink(month, leaving.current))
    leaving.current = undefined
  }, [month.month]) // Only another month is a reason to move.

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
