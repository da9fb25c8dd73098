import { type Plan } from '#contract/membership.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDayAndYear, toLocalDate } from '../format/local-time.ts'

/** `$99.00 a year` */
export const planPrice = ({ price, interval }: Pick<Plan, 'price' | 'interval'>): string =>
  `${formatDollars(price)} a ${interval}`

/** `20% off` or `$10.00 off` */
export const describePlanDiscount = ({ percent_off: percent, amount_off: amount }: Plan): string =>
  percent === null ? `${formatDollars(amount ?? 0)} off` : `${String(percent)}% off`

/** The date of an instant in the brand's zone. */
export const membershipDay = (at: string, zone: string): string => formatDayAndYear(toLocalDate(at, zone))
