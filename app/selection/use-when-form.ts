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

/** Milliseconds after which typing counts as finished; shorter for presses of − or +. */
const TYPED = 400
const PRESSED = 200

/** The visitor's last action, which decides where the focus goes when the answer arrives. */
export type FocusTarget = 'day' | 'month' | 'continue' | undefined

/**
 * Lets the form of the page "When" work in place: each choice is put into the address, and the
 * page's loader answers. The controls are uncontrolled, so that a choice made before the script was
 * loaded counts, too.
 */
export function useWhenForm(page: WhenPage, failed: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  /**
   * Whether a typed value has not been requested yet: an answer that arrives meanwhile must not
   * overwrite it.
   */
  const ahead = useRef(false)
  const deed = useRef<FocusTarget>(undefined)
  /**
   * The last request. Until its answer has arrived, or if none comes, the calendar shows an earlier
   * day.
   */
  const requested = useRef(page.query)
  const navigate = useNavigate()

  const go = (query: CheckoutQuery, what?: FocusTarget) => {
    clearTimeout(timer.current)
    ahead.current = false
    deed.current = what
    requested.current = query
    // A day or a month is a step in the browser's history; a change of the party replaces the
    // entry.
    const replace = what === undefined
    navigate(`${page.path}${checkoutSearch(query)}`, { replace })
  }
  const read = () => form.current && readWhenForm(form.current, page.query, requested.current)
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
    requested.current = page.query
  }, [page])
  // The script may be loaded late: then choices made before it are requested now.
  useEffect(() => {
    if (form.current && isTouched(form.current)) apply()
    return () => {
      clearTimeout(timer.current)
    }
  }, [])

  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    // Weights stand among these fields and belong to another form.
    if (!(target instanceof HTMLInputElement) || target.form !== form.current) return
    // A code counts as a try, so it waits for its button or for Enter.
    if (target.name === 'date' || target.name === 'code') return
    if (target.name !== 'quantity') {
      apply()
      return
    }
    ahead.current = true
    clearTimeout(timer.current)
    // An incomplete number is no error yet.
    if (parseQuantity(target.value) !== undefined) applySoon(TYPED)
  }
  /**
   * A wrong number is reported when its field is left, but not before the press on a button that
   * took the focus has been handled.
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
      if (requested.current.date !== page.query.date)
        writeRequestedDay(event.currentTarget, requested.current)
      return
    }
    event.preventDefault()
    if (intent === 'update') {
      const date = new FormData(event.currentTarget).get('date')
      if (date === page.day.date) go(query)
      else {
        const other = { departureId: undefined, secondId: undefined }
        go({ ...query, month: undefined, date: String(date), ...other }, 'day')
      }
      return
    }
    const quantity = stepQuantity(query.quantity, intent === 'inc' ? 1 : -1)
    const input = event.currentTarget.elements.namedItem('quantity')
    if (input instanceof HTMLInputElement) input.value = quantity.text
    applySoon(PRESSED)
  }
  /**
   * Days and months are links; they carry along the form's values, and keep the scroll position.
   */
  const onClickCapture = (event: MouseEvent<HTMLFormElement>) => {
    const link = event.target instanceof Element && event.target.closest('a')
    const query = read()
    if (!link || !query || link.pathname !== page.path || isForAnotherTab(event)) return
    event.preventDefault()
    const { month, date, departureId, secondId } = parseCheckoutQuery(new URL(link.href).searchParams)
    if (month) go({ ...query, month }, 'month')
    else go({ ...query, month, date, departureId, secondId }, 'day')
  }
  return {
    form,
    deed,
    ahead,
    retry: () => {
      apply()
      // Its button disappears together with the sentence around it, as a month's may.
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
