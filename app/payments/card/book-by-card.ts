import { type PayAnswer } from '../pay-answer.ts'
import { CARD_FIELD } from '../pay-fields.ts'
import { type CardHandle } from './card-handle.ts'
import { CARD_TEXT } from '../../visit/card-text.ts'
import { createLocalRefusal } from './find-refusal.ts'
import { type SendForm } from './use-send-form.ts'

/**
 * Buys with the card typed into the page. First everything that can be wrong is asked, then the
 * order stands and holds its seats, and only then a token of the card is sent to be charged. Each
 * step may be repeated: the order stays one.
 *
 * @param onBank the bank is asking the shopper now
 * @returns why it did not work; never returns when it did, because the page goes
 */
export async function bookByCard(
  form: FormData,
  { card, send, onBank }: { card: CardHandle; send: SendForm; onBank: () => void },
): Promise<PayAnswer> {
  // The provider wants this asked before anything is awaited.
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

/** What is wrong with the card, beside what is wrong with the fields. */
function withCardProblem(answer: PayAnswer, form: FormData, problem: string): PayAnswer {
  const refusal = answer.kind === 'refused' ? answer.refusal : createLocalRefusal(form, '')
  return {
    kind: 'refused',
    refusal: { ...refusal, problems: { ...refusal.problems, [CARD_FIELD]: problem } },
  }
}
