import { type ShouldRevalidateFunction } from '@remix-run/react'
import { isUnreachable } from '../../page/last-answer.ts'
import { type PayAnswer } from '../pay-answer.ts'
import { CARD_TEXT } from '../../visit/card-text.ts'
import { createLocalRefusal } from './find-refusal.ts'

/**
 * The action's answer; a sentence in the page when none came. A page for errors would take away
 * what was typed, the card included.
 */
export async function answerOrRefusal<T>(request: Request, ask: () => Promise<T>): Promise<T | PayAnswer> {
  const form = await request.clone().formData()
  try {
    return await ask()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const charged = form.has('card_token') || form.get('intent') === 'settle'
    const text = charged ? CARD_TEXT.answerLost : CARD_TEXT.connectionLost
    return { kind: 'refused', refusal: createLocalRefusal(form, text), unanswered: true }
  }
}

let shown: unknown

/** What the page shows, for the time it cannot be asked for anew. */
export function rememberShownPage(page: unknown): void {
  shown = page
}

/** The page asked for anew; what is shown already when no answer comes. */
export async function reloadOrShown(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask()
  } catch (error) {
    if (!isUnreachable(error) || shown === undefined) throw error
    return shown
  }
}

const BETWEEN = ['check', 'place']

/**
 * After a refusal the page is asked for anew: hold, price and what else is free may have changed.
 * Not so between two steps of one purchase.
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
