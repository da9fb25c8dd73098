/** Small seeded shifts, so that two products in one place are framed differently. */
export const jitter = (ctx, name, amount) => (ctx.stream('jitter ' + name)() - 0.5) * 2 * amount

export const WINDOWS = {
  mid: { floor: 8, bay: 6, glass: 3, height: 3 },
  near: { floor: 10, bay: 7, glass: 4, height: 4 },
  fine: { floor: 7, bay: 5, glass: 2, height: 2.4 },
}
