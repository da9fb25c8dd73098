import { type Speed } from './measure-speed.ts'
import { type StaffPageMeasurement } from './measure-staff.ts'
import { type OrderMeasurement, ORDERS_BESIDE } from './measure-orders.ts'
import { type PageWeight } from './measure-page.ts'
import { type Measured } from './measure-work.ts'

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
  const tell = (page: string, { p95 }: Speed) =>
    p95 > budget ? [`${page}: takes ${p95.toFixed(0)} ms, the budget is ${budget.toFixed(0)} ms`] : []
  return measured.pages.flatMap(({ route, speed, amidWrites, anew }) => [
    ...tell(route, speed),
    ...(amidWrites ? tell(`${route}, while others write`, amidWrites) : []),
    ...(anew ? tell(`${route}, made anew`, anew) : []),
  ])
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

/** The least share of a minimal Remix app's rate that a page made anew reaches. */
export const RENDERED_SHARE = 0.6
/** The least share of a bare server's rate that a cached page reaches. */
const CACHED_SHARE = 0.5
/**
 * The least share of the rate of one `select` by key that a call reaches. On the machine of the
 * results that query runs 42,000 times a second, so the shares are 2,000 and 800 a second there.
 */
const CALL_SHARE = 2000 / 42_000
const QUOTE_SHARE = 800 / 42_000

const below = (name: string, share: number, least: number, floor: string): string[] =>
  share < least
    ? [`${name}: ${share.toFixed(3)} of the rate of ${floor}, the budget is ${least.toFixed(3)}`]
    : []

/** Writes one sentence for each page and call that is slow relative to its floor. */
export const overWorkBudget = (measured: readonly Measured[]): string[] =>
  measured.flatMap(({ name, shop, bare, floor }) => {
    const share = shop.perSecond / floor.speed.perSecond
    if (floor.kind === 'remix') return below(name, share, RENDERED_SHARE, floor.name)
    if (floor.kind === 'select')
      return below(name, share, name === 'quote' ? QUOTE_SHARE : CALL_SHARE, floor.name)
    if (floor.kind === 'react' && bare)
      return below(name, shop.perSecond / bare.perSecond, CACHED_SHARE, 'a bare server')
    return []
  })

/** The least shares of the rate of the same four calls on a bare server. */
const ORDER_SHARES: Record<OrderMeasurement['orders'][number]['kind'], number> = {
  spread: 0.14,
  unnamed: 0.1,
  hot: 0.08,
}
const ORDER_P95_MS = 150
const PAGE_SHARE_BESIDE = 0.3
/** The most statements of a call, and round trips where they are limited too. */
export const CALL_BUDGETS = {
  customers: { statements: 4 },
  orders: { statements: 20, roundTrips: 8 },
  payments: { statements: 28, roundTrips: 20 },
  read: { statements: 3 },
} as const

/** Writes one sentence for each limit that purchases, or pages beside them, break. */
export function overOrderBudget({ orders, calls, pages }: OrderMeasurement): string[] {
  const rates = orders.flatMap(({ kind, name, shop, floor }) => [
    ...below(name, shop.perSecond / floor.perSecond, ORDER_SHARES[kind], 'the same calls on a bare server'),
    ...(kind === 'spread' && shop.p95 > ORDER_P95_MS
      ? [`${name}: p95 is ${shop.p95.toFixed(0)} ms, the budget is ${String(ORDER_P95_MS)} ms`]
      : []),
  ])
  const costs = calls.flatMap((cost) =>
    Object.entries(CALL_BUDGETS[cost.call]).flatMap(([what, limit]) => {
      const found = what === 'statements' ? cost.statements : cost.roundTrips
      const words = what === 'statements' ? 'statements' : 'round trips'
      return found > limit ? [`${cost.call}: ${String(found)} ${words}, the budget is ${String(limit)}`] : []
    }),
  )
  const beside = pages.flatMap(({ name, shop, floor }) =>
    below(
      `${name}, beside ${String(ORDERS_BESIDE)} orders a second`,
      shop.perSecond / floor.perSecond,
      PAGE_SHARE_BESIDE,
      'a minimal Remix app',
    ),
  )
  return [...rates, ...costs, ...beside]
}

/** How long a start on existing data may take. */
const READY_MS = 2000

export const overReadyBudget = (readyAfter: number): string[] =>
  readyAfter > READY_MS
    ? [`ready after ${readyAfter.toFixed(0)} ms on existing data, the budget is ${String(READY_MS)} ms`]
    : []

type LighthouseCategory = 'performance' | 'accessibility' | 'best-practices' | 'seo'

/** What Lighthouse found on a page: the medians of its runs. */
export interface LighthouseResult {
  path: string
  scores: { category: LighthouseCategory; score: number; failed: readonly string[] }[]
  /** Absent when performance was not asked for. */
  times: { lcpSeconds: number; cls: number } | undefined
}

const CHECKOUT_PERFORMANCE = 98
const LCP_SECONDS = 1.2
/** Home and the page of a product: those that most visitors see first. */
const PAINTED_EARLY = /^\/(?:product\/[^/]+)?$/

/** The limits in words, printed with the figures. */
export const LIGHTHOUSE_BUDGETS =
  'Budgets: 100 in every category, in the checkout ' +
  `${String(CHECKOUT_PERFORMANCE)} for performance; LCP at most ` +
  `${String(LCP_SECONDS)} s on the front page and on the page of a flight; CLS 0.`

/** Writes one sentence for each limit that a page breaks, with the audits that failed. */
export function overLighthouseBudget({ path, scores, times }: LighthouseResult): string[] {
  const least = (category: LighthouseCategory) =>
    category === 'performance' && path.startsWith('/checkout') ? CHECKOUT_PERFORMANCE : 100
  const low = scores.flatMap(({ category, score, failed }) =>
    score < least(category)
      ? [
          `${path}: ${category} ${String(score)}, the budget is ${String(least(category))}. ` +
            failed.join('; '),
        ]
      : [],
  )
  if (!times) return low
  const { lcpSeconds, cls } = times
  const late =
    PAINTED_EARLY.test(path) && lcpSeconds > LCP_SECONDS
      ? [`${path}: LCP after ${lcpSeconds.toFixed(2)} s, the budget is ${LCP_SECONDS.toFixed(2)} s`]
      : []
  // As it is printed: less than half a thousandth is nothing that moves.
  const moved = Number(cls.toFixed(3)) > 0 ? [`${path}: CLS ${cls.toFixed(3)}, the budget is 0`] : []
  return [...low, ...late, ...moved]
}
