import { type SendForm } from '../card/use-send-form.ts'
import { type PayAnswer } from '../pay-answer.ts'
import { type CARD_FIELD } from '../pay-fields.ts'
import { WALLET_TEXT } from './wallet-text.ts'

/** A sheet that the buyer has agreed to pay in: the provider's half. */
export interface AgreedSheet {
  /** Called before anything is awaited; returns an error, or undefined. */
  submit: () => Promise<string | undefined>
  /** Charges the wallet, including the bank's confirmation; false if it was not paid. */
  confirm: (clientSecret: string) => Promise<boolean>
  /** Ends the sheet without a payment. */
  fail: (message: string) => void
  /** Resolves when the buyer closes the sheet, possibly while the charge is in progress. */
  closed: Promise<unknown>
  isClosed: () => boolean
}

/** `message` is for the wallet's own area. */
export interface WalletEnd {
  answer: PayAnswer
  message?: string
}

/** How long the payment of a closed sheet is awaited. */
const AFTER_CLOSE_MS = 10_000
/** Only its type is imported: a shared value would move code of the page into another file. */
const CARD: typeof CARD_FIELD = 'card'
const FINE: PayAnswer = { kind: 'fine' }

/**
 * Buys with the wallet: guest, order and payment in one call, then the charge, then the result by
 * the order. Closing the sheet does not cancel anything: the order is read to see whether it was
 * paid.
 *
 * @returns the reason of a failure; never returns on success, because another page is loaded
 */
export async function payByWallet(form: FormData, sheet: AgreedSheet, send: SendForm): Promise<WalletEnd> {
  const wrong = await sheet.submit()
  if (wrong !== undefined) return refuse(sheet, wrong)
  const started = await send(form, 'wallet')
  if (started.kind === 'refused') return refuseBegun(sheet, started)
  if (started.kind !== 'authenticate') return refuse(sheet, WALLET_TEXT.silent)
  const paid = !sheet.isClosed() && (await confirmIntent(sheet, started.clientSecret))
  const settled = await send(form, 'settle', { authenticated: paid ? 'yes' : 'no' })
  const message = settled.kind === 'refused' ? settled.refusal.text || settled.refusal.problems[CARD] : ''
  if (sheet.isClosed()) return { answer: FINE, message: WALLET_TEXT.closed }
  return refuse(sheet, message || WALLET_TEXT.silent)
}

/**
 * After the sheet was closed, its payment is awaited for a while, because a charge in progress may
 * still pay for the flight.
 */
function confirmIntent(sheet: AgreedSheet, clientSecret: string): Promise<boolean> {
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

/** The page shows the errors of its fields; the wallet's area shows the others. */
function refuseBegun(sheet: AgreedSheet, started: PayAnswer & { kind: 'refused' }): WalletEnd {
  const { [CARD]: card, ...problems } = started.refusal.problems
  const { message = WALLET_TEXT.missing } = refuse(sheet, started.refusal.text || card || WALLET_TEXT.missing)
  return { answer: { ...started, refusal: { ...started.refusal, text: '', problems } }, message }
}

function refuse(sheet: AgreedSheet, message: string): WalletEnd {
  sheet.fail(message)
  return { answer: FINE, message }
}
