import { type PageWeight } from './measure-page.ts'

type Budget = Partial<Record<'html' | 'css' | 'js' | 'total', number>> & { framework: boolean }

const content: Budget = { html: 30_000, css: 14_000, js: 3000, total: 130_000, framework: false }
const checkout: Budget = { html: 30_000, css: 14_000, js: 96_000, framework: true }

/** What a route may weigh, in bytes after gzip; content pages carry no framework at all. */
export function budgetOf(route: string): Budget {
  return route.startsWith('/checkout') ? checkout : content
}

/** One sentence for each limit a page breaks. */
export function overBudget(weight: PageWeight): string[] {
  const budget = budgetOf(weight.route)
  const limits = (['html', 'css', 'js', 'total'] as const).flatMap((kind) => {
    const limit = budget[kind]
    return limit !== undefined && weight[kind] > limit
      ? [`${weight.route}: ${kind} weighs ${String(weight[kind])} bytes, the budget is ${String(limit)}`]
      : []
  })
  const framework =
    weight.framework && !budget.framework ? [`${weight.route}: carries a framework's script`] : []
  return [...limits, ...framework]
}
