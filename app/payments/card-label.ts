import { type CreditCard } from '#contract/credit-card.ts'
import { cardName } from './card-name.ts'

/** Its month is over. */
export const isCardExpired = ({ exp_year: year, exp_month: month }: CreditCard, now: Date): boolean =>
  now >= new Date(Date.UTC(year, month, 1))

/** `Visa ending 4242, expires 04/28` */
export function cardLabel(card: CreditCard, now = new Date(0)): string {
  const until = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}`
  return `${cardName(card)}, ${isCardExpired(card, now) ? 'expired' : 'expires'} ${until}`
}
