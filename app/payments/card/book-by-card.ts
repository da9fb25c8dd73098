import { type PayAnswer } from '../pay-answer.ts'
import { CARD_FIELD } from '../pay-fields.ts'
import { type CardHandle } from './card-handle.ts'
import { CARD_TEXT } from '../../visit/card-text.ts'
import { createLocalRefusal } from './find-refusal.ts'
import { type SendForm } from './use-send-form.ts'

/**
 * Buys with the card typed into the page. First everything is validated, then the order is placed
 * and holds its seats, and only then a token of the card is sent and charged. Each step can be
 * repeated without making a second order.
 *
 * @param onBank called when the bank asks the shopper for a confirmation
 * @returns the reason of a failure; never returns on success, because another page is loaded
 */
export async function bookByCard(
  form: FormData,
  { card, send, onBank }: { card: CardHandle; send: SendForm; onBank: () => void },
): Promise<PayAnswer> {
  // The provider requires this call before anything is awaited.
  const wrong = await card.submit().catch(() => CARD_TEXT.cardSilent)
  if (wrong !== undefined) return withCardProblem(await send(form, 'check'), form, wrong)
  const placed = await send(form, 'place')
  if (placed.kind !== 'fine') return placed
  const email = String(form.get('email') ?? '').trim()
  const made = await card.createToken(email).catch(() => ({ problem: undefined }))
  if (!('token' in made)) {
    return withCardProblem(placed, form, made.problem ?? CARD_TEXT.cardSilent)
  }
  const paid = await send(form, 'purchase', { card_token: made.token })
  if (paid.kind !== 'authenticate') return paid
  onBank()
  const satisfied = await card.authenticate(paid.clientSecret).catch(() => false)
  return send(form, 'settle', { authenticated: satisfied ? 'yes' : 'no' })
}

/** The error of the card, next to those of the fields. */
function withCardProblem(answer: PayAnswer, form: FormData, problem: string): PayAnswer {
  const refusal = answer.kind === 'refused' ? answer.refusal : createLocalRefusal(form, '')
  return {
    kind: 'refused',
    refusal: { ...refusal, problems: { ...refusal.problems, [CARD_FIELD]: problem } },
  }
}
