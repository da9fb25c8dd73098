import { useNavigate } from '@remix-run/react'
import { type FocusEvent, type FormEvent, type MouseEvent, useEffect, useRef } from 'react'
import {
  checkoutSearch,
  type CheckoutQuery,
  parseCheckoutQuery,
  parseQuantity,
  stepQuantity,
} from '../visit/checkout-query.ts'
import { isTouched, readWhenForm, writeRequestedDay } from './when-controls.ts'
import { type WhenPage } from './when-page.ts'

/** Typing is over after so long, a run of presses on − or + sooner; milliseconds. */
const TYPED = 400
const PRESSED = 200

/** What the visitor did, so that the focus can follow when the answer is there. */
export type FocusTarget = 'day' | 'month' | 'continue' | undefined

/**
 * Lets the form of the page "When" work in place: whatever is chosen becomes the address, and the
 * same loader answers. The controls stay the browser's own, so what was chosen before the script
 * came counts like what is chosen after it.
 */
export function useWhenForm(page: WhenPage, failed: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  /**
   * Something is typed that was not asked for yet: what arrives meanwhile must not overwrite it.
   */
  const ahead = useRef(false)
  const deed = useRef<FocusTarget>(undefined)
  /**
   * What was asked for last. Until its answer is there, or when none comes, the calendar shows an
   * earlier day.
   */
  const asked = useRef(page.query)
  const navigate = useNavigate()

  const go = (query: CheckoutQuery, what?: FocusTarget) => {
    clearTimeout(timer.current)
    ahead.current = false
    deed.current = what
    asked.current = query
    // A day or a month is a step one can take back; the party is a correction of the same step.
    const replace = what === undefined
    navigate(`${page.path}${checkoutSearch(query)}`, { replace })
  }
  const read = () => form.current && readWhenForm(form.current, page.query, asked.current)
  const apply = () => {
    const query = read()
    if (query) go(query)
  }
  const applySoon = (delay: number) => {
    ahead.current = true
    clearTimeout(timer.current)
    timer.current = window.setTimeout(apply, delay)
  }

  useEffect(() => {
    asked.current = page.query
  }, [page])
  // The script may come late: then it finds choices made that no answer knows yet.
  useEffect(() => {
    if (form.current && isTouched(form.current)) apply()
    return () => {
      clearTimeout(timer.current)
    }
  }, [])

  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || target.name === 'date') return
    if (target.name !== 'quantity') {
      apply()
      return
    }
    ahead.current = true
    clearTimeout(timer.current)
    // Half a number is no mistake yet.
    if (parseQuantity(target.value) !== undefined) applySoon(TYPED)
  }
  /**
   * A number left wrong is told, though not before the press on a button that made one leave it
   * counts.
   */
  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    const input: unknown = target
    if (!(input instanceof HTMLInputElement) || input.name !== 'quantity') return
    if (input.value !== page.query.quantity.text) applySoon(TYPED)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const intent = intentOf(event)
    clearTimeout(timer.current)
    ahead.current = false
    if (intent === 'continue') deed.current = 'continue'
    const query = read()
    if (intent === 'continue' || failed || !query) {
      if (asked.current.date !== page.query.date) writeRequestedDay(event.currentTarget, asked.current)
      return
    }
    event.preventDefault()
    if (intent === 'update') {
      const date = new FormData(event.currentTarget).get('date')
      if (date === page.day.date) go(query)
      else go({ ...query, month: undefined, date: String(date), departureId: undefined }, 'day')
      return
    }
    const quantity = stepQuantity(query.quantity, intent === 'inc' ? 1 : -1)
    const input = event.currentTarget.elements.namedItem('quantity')
    if (input instanceof HTMLInputElement) input.value = quantity.text
    applySoon(PRESSED)
  }
  /**
   * Days and months are links; they take along what the form holds, and leave the page where it
   * stands.
   */
  const onClickCapture = (event: MouseEvent<HTMLFormElement>) => {
    const link = event.target instanceof Element && event.target.closest('a')
    const query = read()
    if (!link || !query || link.pathname !== page.path || isForAnotherTab(event)) return
    event.preventDefault()
    const { month, date, departureId } = parseCheckoutQuery(new URL(link.href).searchParams)
    if (month) go({ ...query, month }, 'month')
    else go({ ...query, month, date, departureId }, 'day')
  }
  return {
    form,
    deed,
    ahead,
    retry: () => {
      apply()
      // Its button goes with the sentence it stands in, as a month's may.
      deed.current = 'month'
    },
    handlers: { onChange, onBlur, onSubmit, onClickCapture },
  }
}

const isForAnotherTab = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey

function intentOf({ nativeEvent }: FormEvent<HTMLFormElement>): string {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  return submitter instanceof HTMLButtonElement ? submitter.value : 'update'
}
