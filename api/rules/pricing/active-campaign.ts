/** What of a sale banner decides when it shows and whether it lowers prices. */
export interface CampaignRule {
  brandId: number
  startAt: Date
  endAt: Date
  disabled: boolean
  discountCode: string | null
  /** Its code is put in for the shopper. */
  autoFillCode: boolean
  /** Whole percent. */
  discountPercentOff: number
}

/**
 * What a brand's campaign takes off every seat and aircraft now, in hundredths of a percent; 0
 * where none does. Enabled, `startAt` ≤ now < `endAt`; one with an auto-filled code discounts
 * through that code only. Never two at once: the first.
 */
export function getCampaignBps(campaigns: readonly CampaignRule[], brandId: number, now: Date): number {
  const running = campaigns.find(
    (campaign) =>
      campaign.brandId === brandId &&
      !campaign.disabled &&
      campaign.startAt <= now &&
      campaign.endAt > now &&
      campaign.discountPercentOff > 0 &&
      !(campaign.autoFillCode && campaign.discountCode !== null),
  )
  return (running?.discountPercentOff ?? 0) * 100
}
