import { type StaffPageMeasurement } from './measure-staff.ts'
import { type PageWeight } from './measure-page.ts'

const KINDS = ['html', 'css', 'js', 'lateJs', 'provider', 'largest', 'total'] as const

type Budget = Partial<Record<(typeof KINDS)[number], number>> & { requests?: number; framework: boolean }

const content: Budget = {
  html: 30_000,
  css: 14_000,
  js: 3000,
  lateJs: 0,
  provider: 0,
  largest: 12_000,
  total: 110_000,
  requests: 15,
  framework: false,
}
/** A first view of 100 kB, with the styles of the page in its HTML. */
const home: Budget = { ...content, total: 100_000 }
/**
 * Only the account pages have the script for the panel's tabs and checks and the lists of gifts.
 */
const account: Budget = { ...content, js: 5000 }
/** The form components and their library are a tenth of it (decision 103). */
const hydrated: Budget = { html: 30_000, css: 14_000, js: 108_000, lateJs: 0, provider: 0, framework: true }
/** The payment step later loads its own script and the provider's, whose size we cannot change. */
const payment: Budget = { ...hydrated, lateJs: 10_000, provider: undefined }

/** Returns the size budget of a route, in bytes after gzip; content pages load no framework. */
export function getBudget(route: string): Budget {
  const [path = ''] = route.split('?')
  if (path === '/') return home
  if (/^\/account\/orders\/\d+\/upgrades$/.test(path)) return payment
  if (path.startsWith('/account')) return account
  if (!path.startsWith('/checkout/')) return content
  return /\/(gift|pay)$/.test(path) ? payment : hydrated
}

/**
 * The time limit of a staff page at the 95th percentile, in milliseconds. The bare query says how
 * fast the machine is: where it is slower than usual, the limit grows with it (decision 116).
 */
const STAFF_P95 = 100
const USUAL_QUERY_P95 = 0.6

export const getStaffBudget = ({ bare }: Pick<StaffPageMeasurement, 'bare'>): number =>
  STAFF_P95 * Math.max(1, bare.p95 / USUAL_QUERY_P95)

/** Writes one sentence for each staff page that takes longer. */
export function overStaffBudget(measured: StaffPageMeasurement): string[] {
  const budget = getStaffBudget(measured)
  return measured.pages.flatMap(({ route, speed }) =>
    speed.p95 > budget
      ? [`${route}: takes ${speed.p95.toFixed(0)} ms, the budget is ${budget.toFixed(0)} ms`]
      : [],
  )
}

/** Writes one sentence for each limit that a page breaks. */
export function overBudget(weight: PageWeight): string[] {
  const budget = getBudget(weight.route)
  const limits = KINDS.flatMap((kind) => {
    const limit = budget[kind]
    return limit !== undefined && weight[kind] > limit
      ? [`${weight.route}: ${kind} weighs ${String(weight[kind])} bytes, the budget is ${String(limit)}`]
      : []
  })
  const { requests } = budget
  const asked =
    requests !== undefined && weight.requests > requests
      ? [`${weight.route}: takes ${String(weight.requests)} requests, the budget is ${String(requests)}`]
      : []
  const framework =
    weight.framework && !budget.framework ? [`${weight.route}: carries a framework's script`] : []
  return [...limits, ...asked, ...framework]
}
