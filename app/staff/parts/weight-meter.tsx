interface WeightMeterProps {
  /** What a flight, or a part of its cabin, carries and its limit, in pounds. */
  pounds: number
  most: number
}

/** The bar of a weight against its limit, whose figures stand in words beside it. */
export const WeightMeter = ({ pounds, most }: WeightMeterProps) => (
  <meter
    min={0}
    max={Math.max(most, pounds, 1)}
    low={most * 0.9}
    high={most}
    optimum={0}
    value={pounds}
    aria-hidden="true"
  />
)
