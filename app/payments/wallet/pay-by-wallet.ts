import { type SendForm } from '../card/use-send-form.ts'
import { type PayAnswer } from '../pay-answer.ts'
import { type CARD_FIELD } from '../pay-fields.ts'
import { WALLET_TEXT } from './wallet-text.ts'

/** A sheet whose owner agreed to pay: the provider's half of it. */
export interface AgreedSheet {
  /** Asked before anything is awaited; what is wrong, if anything. */
  submit: () => Promise<string | undefined>
  /** Charges the wallet, its bank's question included; false when it was not paid. */
  confirm: (clientSecret: string) => Promise<boolean>
  /** Ends the sheet without a payment. */
  fail: (message: string) => void
  /** Comes when its owner closed it after all, which may be while the money moves. */
  closed: Promise<unknown>
  isClosed: () => boolean
}

/** `said` is for the wallet's own area. */
export interface WalletEnd {
  answer: PayAnswer
  message?: string
}

/** How long a closed sheet's payment is waited for. */
const AFTER_CLOSE_MS = 10_000
/** By its type alone: what the page has in common with a part loaded later costs it a file. */
const CARD: typeof CARD_FIELD = 'card'
const FINE: PayAnswer = { kind: 'fine' }

/**
 * Buys with the wallet: guest, order and payment in one call, then the charge, then the truth by
 * the order. A sheet that was closed gives nothing up: the order is asked what came of it.
 *
 * @returns why it did not work; never returns when it did, because the page goes
 */
export async function payByWallet(form: FormData, sheet: AgreedSheet, send: SendForm): Promise<WalletEnd> {
  const wrong = await sheet.submit()
  if (wrong !== undefined) return refuse(sheet, wrong)
  const begun = await send(form, 'wallet')
  if (begun.kind === 'refused') return refuseBegun(sheet, begun)
  if (begun.kind !== 'authenticate') return refuse(sheet, WALLET_TEXT.silent)
  const paid = !sheet.isClosed() && (await confirmed(sheet, begun.clientSecret))
  const settled = await send(form, 'settle', { authenticated: paid ? 'yes' : 'no' })
  const said = settled.kind === 'refused' ? settled.refusal.text || settled.refusal.problems[CARD] : ''
  if (sheet.isClosed()) return { answer: FINE, message: WALLET_TEXT.closed }
  return refuse(sheet, said || WALLET_TEXT.silent)
}

/**
 * After the sheet was closed its payment is waited for a while: money that moves is the buyer's
 * flight.
 */
function confirmed(sheet: AgreedSheet, clientSecret: string): Promise<boolean> {
  const late = sheet.closed.then(
    () =>
      new Promise<false>((resolve) =>
        setTimeout(() => {
          resolve(false)
        }, AFTER_CLOSE_MS),
      ),
  )
  return Promise.race([sheet.confirm(clientSecret), late])
}

/** The page shows what is wrong with its fields; the rest is the wallet's to say. */
function refuseBegun(sheet: AgreedSheet, begun: PayAnswer & { kind: 'refused' }): WalletEnd {
  const { [CARD]: card, ...problems } = begun.refusal.problems
  const { message = WALLET_TEXT.missing } = refuse(sheet, begun.refusal.text || card || WALLET_TEXT.missing)
  return { answer: { ...begun, refusal: { ...begun.refusal, text: '', problems } }, message }
}

function refuse(sheet: AgreedSheet, said: string): WalletEnd {
  sheet.fail(said)
  return { answer: FINE, message: said }
}
