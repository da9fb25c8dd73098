import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { type PayAnswer, type PayIntent } from '../pay-answer.ts'

export type SendForm = (
  form: FormData,
  intent: PayIntent,
  more?: Record<string, string>,
) => Promise<PayAnswer>

/**
 * Submits the page's form to its own action without leaving the page, and returns the answer. If
 * the action redirects there is none, because another page is loaded.
 */
export function useSendForm(action: string): SendForm {
  const fetcher = useFetcher<PayAnswer>()
  const arrived = useRef<(answer: PayAnswer) => void>()
  const { data, submit } = fetcher
  useEffect(() => {
    if (!data) return
    arrived.current?.(data)
    arrived.current = undefined
  }, [data])
  return useCallback(
    (form, intent, more = {}) =>
      new Promise((resolve) => {
        arrived.current = resolve
        const sent = new FormData()
        for (const [name, value] of form) if (name !== 'intent') sent.append(name, value)
        for (const [name, value] of Object.entries(more)) sent.set(name, value)
        sent.set('intent', intent)
        submit(sent, { method: 'post', action })
      }),
    [submit, action],
  )
}
