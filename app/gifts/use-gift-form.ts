import { useNavigate, useNavigation } from '@remix-run/react'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'

/** Milliseconds without a key press after which a typed number counts as complete. */
const TYPED = 400

interface PricedGift {
  /** The path of this page with its choice. */
  path: string
  fareId: number
  quantity: string
  /** The discount code that the price includes. */
  code: string | undefined
}

/**
 * Prices the gift page's choice as it changes: the choice is put into the address, and the page's
 * loader answers. The controls are uncontrolled, so that a choice made before the script was loaded
 * counts, too.
 *
 * @param onBuy makes the purchase, once the choice is the one that was priced
 */
export function useGiftForm(page: PricedGift, onBuy: (event: FormEvent<HTMLFormElement>) => void) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  const navigate = useNavigate()
  const pricing = useNavigation().state !== 'idle'
  const [pressedEarly, setPressedEarly] = useState(false)

  const apply = () => {
    clearTimeout(timer.current)
    timer.current = 0
    const chosen = form.current && readChoice(form.current)
    if (!chosen || isPriced(chosen, page)) return false
    const url = new URL(page.path, location.origin)
    url.searchParams.set('fare', chosen.fare)
    url.searchParams.set('quantity', chosen.quantity)
    navigate(`${url.pathname}${url.search}`, { replace: true, preventScrollReset: true })
    return true
  }
  const applySoon = () => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(apply, TYPED)
  }

  // The script may be loaded late, and an answer may be about an outdated choice; therefore the
  // current choice is priced again. A number that is being typed waits for its timer.
  useEffect(() => {
    const typing = timer.current !== 0 || (form.current && readChoice(form.current).quantity === '')
    if (!pricing && !typing) apply()
  }, [pricing, page.fareId, page.quantity])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    [],
  )

  const onChange = ({ target }: ChangeEvent<HTMLFormElement>) => {
    setPressedEarly(false)
    const { name, value } = target as Partial<HTMLInputElement>
    if (name === 'fare') apply()
    // An emptied field is not an error yet.
    if (name === 'quantity' && value) applySoon()
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : 'purchase'
    if (intent === 'inc' || intent === 'dec') {
      event.preventDefault()
      stepQuantity(event.currentTarget, intent === 'inc' ? 1 : -1)
      applySoon()
      return
    }
    // A choice without a displayed price is priced first; the next press buys it.
    if (intent === 'purchase' || intent === 'hosted') {
      const newCode = hasNewCode(event.currentTarget, page)
      if (newCode || pricing || apply()) {
        event.preventDefault()
        setPressedEarly(true)
        if (newCode)
          event.currentTarget.requestSubmit(event.currentTarget.querySelector<HTMLElement>('[value=price]'))
        return
      }
    }
    setPressedEarly(false)
    onBuy(event)
  }
  return { form, pricing, pressedEarly: pressedEarly && !pricing, onChange, onSubmit }
}

interface Choice {
  fare: string
  quantity: string
}

function readChoice(form: HTMLFormElement): Choice {
  const sent = new FormData(form)
  const [fare, quantity] = [sent.get('fare'), sent.get('quantity')]
  return {
    fare: typeof fare === 'string' ? fare : '',
    quantity: typeof quantity === 'string' ? quantity.trim() : '',
  }
}

const isPriced = ({ fare, quantity }: Choice, page: PricedGift) =>
  fare === String(page.fareId) && quantity === page.quantity

/**
 * Whether the code in the field has not been priced. Its own button prices it, because a voucher's
 * code must not appear in an address.
 */
function hasNewCode(form: HTMLFormElement, { code = '' }: PricedGift): boolean {
  const field = form.elements.namedItem('code')
  return field instanceof HTMLInputElement && field.value.trim().toUpperCase() !== code.toUpperCase()
}

function stepQuantity(form: HTMLFormElement, by: number) {
  const input = form.elements.namedItem('quantity')
  if (!(input instanceof HTMLInputElement)) return
  const number = Number(input.value) || 0
  const most = Number(input.max) || number + by
  input.value = String(Math.min(most, Math.max(1, number + by)))
}
