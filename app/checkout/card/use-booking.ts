import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type PayRefusal } from '../pay-answer.ts'
import { type PayWith } from '../saved-cards.tsx'
import { bookByCard } from './book-by-card.ts'
import { type CardHandle } from './card-handle.ts'
import { useSend } from './use-send.ts'

/** `booking`: the shop works; `bank`: the bank asks. */
export type Processing = 'booking' | 'bank' | undefined

/**
 * The purchase without leaving the page. Without a card in the page it sends the same form, which leads to the hosted
 * page. A second press while the first works is ignored (spec section 4).
 *
 * @param action path of the page's action
 * @param payWith a typed card counts only where one is asked for
 */
export function useBooking(action: string, payWith: PayWith) {
  const send = useSend(action)
  const card = useRef<CardHandle>()
  const busy = useRef(false)
  const [processing, setProcessing] = useState<Processing>()
  const [refused, setRefused] = useState<{ action: string; refusal: PayRefusal }>()

  const stop = () => {
    busy.current = false
    setProcessing(undefined)
  }
  useReturn(stop)
  // Another party or another flight is another form: what was wrong with this one is over, also when one comes back.
  useEffect(() => {
    setRefused(undefined)
  }, [action])

  const book = async (form: FormData, intent: 'purchase' | 'hosted') => {
    busy.current = true
    setProcessing('booking')
    const answer =
      intent === 'purchase' && payWith === 'card' && card.current
        ? await bookByCard(form, {
            card: card.current,
            send,
            onBank: () => {
              setProcessing('bank')
            },
          })
        : await send(form, intent)
    if (answer.kind === 'refused') setRefused({ action, refusal: answer.refusal })
    stop()
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
    void book(new FormData(event.currentTarget), intent)
  }

  return {
    processing,
    refusal: refused?.action === action ? refused.refusal : undefined,
    onSubmit,
    onCard: (made: CardHandle | undefined) => {
      card.current = made
    },
  }
}

/** Back from the hosted page the browser may show this page as it was left: nothing is under way any more. */
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
