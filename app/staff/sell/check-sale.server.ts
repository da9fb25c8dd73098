import { type FieldErrors } from '#contract/errors.ts'
import { inPersonMeans, isInPersonMethod } from '#contract/means-of-payment.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { parseLocalInstant } from '../parts/local-instant.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { findOpenDrawer } from './find-open-drawer.server.ts'
import { findHold } from './hold.server.ts'
import { findTextProblem } from './pay-by-link.server.ts'
import { type PriceResult, type SaleInput } from './price-sale.server.ts'
import { passengerName } from './sell-shape.ts'
import { type SellState } from './sell-state.ts'

const NAME_FIRST = 'Please type the name, too, or empty the weight.'

/** What is wrong with a sale itself, however it is paid, before anything is written. */
export function findSaleProblem({ sale }: SaleInput): FieldErrors | undefined {
  if (sale.kind === 'gift_card') return undefined
  const nameless = sale.passengers.filter(({ full_name: name, weight }) => name === '' && weight !== null)
  if (nameless.length > 0)
    return Object.fromEntries(nameless.map(({ at }) => [passengerName(at), [NAME_FIRST]]))
  const { staff_price: price, staff_price_reason: reason } = sale
  if (price !== undefined && reason === '') return { staff_price_reason: ['Please type why.'] }
  return price === undefined && reason !== ''
    ? { staff_price: ['Please type the price, or empty the reason.'] }
    : undefined
}

/** What keeps a sale from being paid as it was chosen, before anything is written. */
export async function findPaymentProblem(
  staff: StaffVisit,
  { sale }: SaleInput,
  { priced, isKnown }: { priced: PriceResult; isKnown: boolean },
): Promise<FieldErrors | undefined> {
  const { pay, slip, handed, part } = sale
  const wrongPart = findPartProblem(part, priced)
  if (wrongPart !== undefined) return { part: [wrongPart] }
  if (pay === 'link' && sale.email === '') return { email: ['Please type the e-mail that the link goes to.'] }
  if (pay === 'text') return findTextProblem(staff, sale, isKnown)
  if (!isInPersonMethod(pay)) return undefined
  const { reference, drawer } = inPersonMeans(pay)
  if (reference !== null && slip === '') return { slip: [reference.missing] }
  if (!drawer) return undefined
  const due = 'claim' in priced ? (part ?? priced.amount_due ?? 0) : 0
  if (handed !== undefined && handed < due) return { handed: ['This is less than what is due'] }
  if (!(await findOpenDrawer(staff))) return { pay: ['You have no open drawer. Please open it first.'] }
  return undefined
}

const NO_REST = 'Nothing is left for later. Please type what they pay now, or empty the time.'
const OVER = 'This time is over. Please choose a later one.'

/** Why the rest cannot be due then; the held flight says on which clock the time was typed. */
export async function findRestProblem(
  staff: StaffVisit,
  { sale: { part, rest_due: due } }: SaleInput,
  { priced, hold }: { priced: PriceResult; hold: SellState['hold'] },
): Promise<FieldErrors | undefined> {
  if (due === undefined) return undefined
  if (!leavesRest(part, priced)) return { rest_due: [NO_REST] }
  const zone = (await findHold(staff, hold))?.flight?.timezone ?? staff.visit.brand.time_zone
  return parseLocalInstant(due, zone) > staff.visit.now.toISOString() ? undefined : { rest_due: [OVER] }
}

const leavesRest = (part: number | undefined, priced: PriceResult) =>
  part !== undefined && (!('claim' in priced) || part < (priced.amount_due ?? 0))

/** Why a part cannot be taken, before the order is placed; the service decides once more. */
function findPartProblem(part: number | undefined, priced: PriceResult): string | undefined {
  if (part === undefined || !('claim' in priced)) return undefined
  const due = priced.amount_due ?? 0
  if (part > due) return `What is due is ${formatDollars(due)}`
  return part < 0.5 ? 'A part is at least $0.50' : undefined
}
