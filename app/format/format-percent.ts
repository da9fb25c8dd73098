/** `12.5` → `12.5%`; a negative one has a typographic minus sign. */
export const formatPercent = (percent: number, decimals = 2): string =>
  `${percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('en-US', { maximumFractionDigits: decimals })}%`
