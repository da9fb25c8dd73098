import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type PayAnswer, type PayRefusal } from '../pay-answer.ts'
import { type CardPaymentChoice } from '../saved-cards.tsx'
import { bookByCard } from './book-by-card.ts'
import { type CardHandle } from './card-handle.ts'
import { type SendForm, useSendForm } from './use-send-form.ts'

/**
 * Runs one purchase; returns false while another one is in progress.
 *
 * @param work its steps; `onBank` reports that the bank asks for a confirmation
 */
export type RunPurchase = (
  work: (tools: { send: SendForm; onBank: () => void }) => Promise<PayAnswer>,
) => boolean

/** `booking`: the shop works; `bank`: the bank asks for a confirmation. */
export type Processing = 'booking' | 'bank' | undefined

/**
 * The purchase without leaving the page. Without a card in the page the form is submitted normally,
 * which leads to the hosted page. Further presses during a purchase are ignored (spec section 4).
 *
 * @param action path of the page's action
 * @param payWith a typed card counts only if the form asks for one
 */
export function useBooking(action: string, payWith: CardPaymentChoice) {
  const send = useSendForm(action)
  const card = useRef<CardHandle>()
  const busy = useRef(false)
  const [processing, setProcessing] = useState<Processing>()
  const [refused, setRefused] = useState<{ action: string; refusal: PayRefusal }>()

  const stop = () => {
    busy.current = false
    setProcessing(undefined)
  }
  useReturn(stop)
  // Another party or another flight makes another form, so the errors of the last one are dropped,
  // even if the buyer returns to it.
  useEffect(() => {
    setRefused(undefined)
  }, [action])

  const run: RunPurchase = (work) => {
    if (busy.current) return false
    busy.current = true
    setProcessing('booking')
    const onBank = () => {
      setProcessing('bank')
    }
    void work({ send, onBank }).then((answer) => {
      if (answer.kind === 'refused') setRefused({ action, refusal: answer.refusal })
      stop()
    })
    return true
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : 'purchase'
    if (busy.current) {
      event.preventDefault()
      return
    }
    if (intent !== 'purchase' && intent !== 'hosted') {
      setRefused(undefined)
      return
    }
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = intent === 'purchase' && payWith === 'card' ? card.current : undefined
    run((tools) => (typed ? bookByCard(form, { ...tools, card: typed }) : tools.send(form, intent)))
  }

  return {
    processing,
    refusal: refused?.action === action ? refused.refusal : undefined,
    onSubmit,
    run,
    onCard: (made: CardHandle | undefined) => {
      card.current = made
    },
  }
}

/**
 * When the buyer goes back from the hosted page, the browser may restore this page as it was left;
 * then no purchase is in progress any more.
 */
function useReturn(stop: () => void) {
  const { revalidate } = useRevalidator()
  const latest = useRef(stop)
  latest.current = stop
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      latest.current()
      revalidate()
    }
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('pageshow', onShow)
    }
  }, [revalidate])
}
