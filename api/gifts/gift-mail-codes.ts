import { describeRedemptionFees } from '#contract/gift-words.ts'
import { type RedemptionFee } from '#contract/tenders.ts'
import { toLocalDate } from '../rules/time/local-time.ts'
import { type MailBrand } from '../store/mails/mail-brand.ts'
import { html, type Html } from '../store/mails/mail-frame.ts'

/** The steps from a code to a flight, in the mails to buyer and recipient alike. */
export const REDEEM_STEPS = [
  'Choose a day, and one of the departures the card is good for.',
  'Log in or register, and enter the code where you pay.',
  'Fly: the card pays its whole seat or aircraft there, whatever that costs on the day.',
]

/** The departures that a card pays, and what is left to pay at redemption. */
export const describeGiftTerms = ({
  good_for_label: label,
  waiting_fees: fees,
}: {
  good_for_label?: string | undefined
  waiting_fees?: readonly RedemptionFee[] | undefined
}): string[] => [...(label ? [`${label}.`] : []), ...(fees ? [describeRedemptionFees(fees)] : [])]

/** `9 May 2036` for a calendar day. */
export function dayText(date: string): string {
  const at = new Date(`${date}T00:00:00Z`)
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

/** The last valid day in the brand's time zone, as its pages show it. */
export const expiryDay = (expiresAt: string, { timeZone }: Pick<MailBrand, 'timeZone'>): string =>
  dayText(toLocalDate(new Date(expiresAt), timeZone))

/** Where a gift card is used for a product. */
export const redeemLink = ({ origin }: Pick<MailBrand, 'origin'>, product: string): string =>
  `${origin}/checkout/${encodeURIComponent(product)}?redeem=1`

/** Codes that can be read out and typed. */
export const codeList = (codes: readonly string[]): Html =>
  html`${codes.map(
    (code) =>
      html`<p style="margin:8px 0;font-family:'Courier New',monospace;font-size:20px;font-weight:bold">
        ${code}
      </p> `,
  )}`

export const stepList = (steps: readonly string[]): Html =>
  html`<ol style="margin:0 0 12px;padding-left:20px">
    ${steps.map((step) => html`<li>${step}</li>`)}
  </ol>`
