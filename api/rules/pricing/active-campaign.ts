/** What of a sale banner decides when it shows and whether it lowers prices. */
export interface CampaignRule {
  brandId: number
  startAt: Date
  endAt: Date
  disabled: boolean
  discountCode: string | null
  /** The shop fills in its code for the shopper. */
  autoFillCode: boolean
  /** In whole percent. */
  discountPercentOff: number
}

/**
 * The discount of a brand's campaign on every seat and aircraft now, in hundredths of a percent; 0
 * without a campaign. A campaign runs while it is enabled and `startAt` ≤ now < `endAt`; one with
 * an auto-filled code discounts through that code only. When two run, the first applies.
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
