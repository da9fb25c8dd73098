/** `12.5` → `12.5%`; a negative one has a typographic minus sign. */
export function formatPercent(percent: number, decimals = 2): string {
  const figure = Math.abs(percent).toLocaleString('en-US', { maximumFractionDigits: decimals })
  return `${percent < 0 ? '−' : ''}${figure}%`
}
