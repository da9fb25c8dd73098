import { useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { focusFirstError } from '../ui/focus-first-error.ts'
import { type ChoiceProblem } from './choice.ts'
import { parseCheckoutQuery } from '../visit/checkout-query.ts'
import { type FocusTarget, type useWhenForm } from './use-when-form.ts'
import { whenAnnouncement } from './when-announcement.ts'
import { writeWhenForm } from './when-controls.ts'
import { type WhenPage } from './when-page.ts'

/** When a new answer has arrived, updates the controls, the focus and the announcement. */
export function useWhenAnswers(page: WhenPage, { form, deed, ahead }: ReturnType<typeof useWhenForm>) {
  const [first] = useState(page)
  const shown = useRef(page)
  const [announcement, announce] = useState('')
  /** Continue was pressed without a time; the error stays until a time is chosen. */
  const [missed, miss] = useState<ChoiceProblem | undefined>(undefined)
  useEffect(() => {
    if (page.departure) miss(undefined)
    else if (page.continuing) miss(page.problems.find(isOfTime))
    if (shown.current === page) return
    announce(whenAnnouncement(shown.current, page))
    shown.current = page
    if (!form.current) return
    if (!ahead.current) writeWhenForm(form.current, page)
    followWithFocus(form.current, deed.current)
    deed.current = undefined
  }, [page, form, deed, ahead])
  const problems = missed && !page.problems.some(isOfTime) ? [missed, ...page.problems] : page.problems
  return { announcement, moved: page !== first, problems }
}

const isOfTime = ({ field }: ChoiceProblem) => field === 'departures'

/**
 * A chosen day moves the focus to its departures, a refused Continue to the first field in error;
 * any other answer leaves the focus alone.
 */
function followWithFocus(form: HTMLFormElement, deed: FocusTarget): void {
  if (deed === 'continue') {
    focusFirstError()
  } else if (deed === 'day') {
    const legend = form.querySelector<HTMLElement>('#departures legend')
    legend?.focus({ preventScroll: true })
    // A new list of times below the fold would be overlooked.
    if (legend && legend.getBoundingClientRect().top > window.innerHeight / 2) legend.scrollIntoView()
  } else if (deed === 'month' && document.activeElement === document.body) {
    // At the end of the selling window the pressed button disappears.
    form.querySelector<HTMLElement>('#calendar')?.focus()
  }
}

/** Which parts of the page wait for an answer. */
export function useWhenPending({ query, month, day, path }: WhenPage) {
  const { state, location } = useNavigation()
  if (state === 'idle' || location.pathname !== path) return { month: false, day: false, price: false }
  const next = parseCheckoutQuery(new URLSearchParams(location.search))
  const sameDay = next.date === day.date
  return {
    month: (next.month ?? next.date?.slice(0, 7)) !== month.month,
    day: !sameDay || next.quantityType !== query.quantityType || next.quantity.value !== query.quantity.value,
    price: true,
  }
}
