import { type ShouldRevalidateFunction } from '@remix-run/react'
import { isUnreachable } from '../../page/last-answer.ts'
import { type PayAnswer } from '../pay-answer.ts'
import { CARD_TEXT } from '../../visit/card-text.ts'
import { createLocalRefusal } from './find-refusal.ts'

/**
 * Returns the action's answer, or a message for the page if none came. An error page instead would
 * discard what was typed, including the card.
 */
export async function answerOrRefusal<T>(request: Request, send: () => Promise<T>): Promise<T | PayAnswer> {
  const form = await request.clone().formData()
  try {
    return await send()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const charged = form.has('card_token') || form.get('intent') === 'settle'
    const text = charged ? CARD_TEXT.answerLost : CARD_TEXT.connectionLost
    return { kind: 'refused', refusal: createLocalRefusal(form, text), unanswered: true }
  }
}

let shown: unknown

/** The data on the page, used while it cannot be reloaded. */
export function rememberShownPage(page: unknown): void {
  shown = page
}

/** The reloaded data; the present data if no answer comes. */
export async function reloadOrShown(reload: () => Promise<unknown>): Promise<unknown> {
  try {
    return await reload()
  } catch (error) {
    if (!isUnreachable(error) || shown === undefined) throw error
    return shown
  }
}

const BETWEEN = ['check', 'place']

/**
 * After a refusal the page's data is reloaded, because the hold, the price and the alternatives may
 * have changed; but not between two steps of one purchase.
 */
export const shouldReloadAfterRefusal: ShouldRevalidateFunction = ({
  formData,
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  const between = BETWEEN.includes(String(formData?.get('intent')))
  const answer = actionResult as PayAnswer | undefined
  if (answer?.kind === 'refused' || (actionStatus ?? 0) >= 400) return true
  const asksBank = answer?.kind === 'authenticate'
  return !between && !asksBank && defaultShouldRevalidate
}
