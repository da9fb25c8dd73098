import { formatDay, formatTime, toLocalDate, toLocalTime } from '../format/local-time.ts'
import { createZoneFormats } from '../format/zone-formats.ts'
import { type CampaignState, type ShownCampaign } from './campaign.ts'

const zoneNames = createZoneFormats('en-US', { timeZoneName: 'shortGeneric' })

/** The name of the time zone without the season: `ET`. */
function zoneName(instant: Date, zone: string): string {
  return (
    zoneNames(zone)
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  )
}

const momentOf = (instant: Date, zone: string) => {
  const at = instant.toISOString()
  return { day: formatDay(toLocalDate(at, zone)), time: formatTime(toLocalTime(at, zone)) }
}

/**
 * The end of a campaign in words: an end at midnight is named as the last minute of the day before.
 *
 * @returns `Sunday 29 November, 11:59 pm ET`
 */
export function describeBannerEnd(endAt: string, zone: string): string {
  const last = new Date(new Date(endAt).getTime() - 1)
  const { day, time } = momentOf(last, zone)
  return `${day}, ${time} ${zoneName(last, zone)}`
}

/** @returns `Tuesday 1 December`, with the time unless it is midnight */
export function describeBannerStart(startAt: string, zone: string): string {
  const start = new Date(startAt)
  const { day, time } = momentOf(start, zone)
  return time === '12:00 am' ? day : `${day}, ${time} ${zoneName(start, zone)}`
}

type BannerFacts = Pick<
  ShownCampaign,
  'name' | 'countdown_text' | 'countdown_enabled' | 'start_at' | 'end_at'
>

/**
 * The text of the banner, and when the campaign begins or ends. After the end the text says so and
 * where to go instead.
 */
export function describeBanner(
  campaign: BannerFacts,
  state: CampaignState,
  zone: string,
  sellsGifts: boolean,
) {
  const name = campaign.name || 'This offer'
  const offer = campaign.countdown_text || campaign.name || 'An offer for you'
  if (state === 'over') {
    return { text: `${name} is over.`, linkText: 'See what flies today', moment: undefined }
  }
  if (state === 'coming') {
    const at = campaign.start_at ?? campaign.end_at
    const beginning = { at, text: `Starts ${describeBannerStart(at, zone)}` }
    return { text: offer, linkText: 'Look ahead', moment: beginning }
  }
  const ends = { at: campaign.end_at, text: `Ends ${describeBannerEnd(campaign.end_at, zone)}` }
  return {
    text: offer,
    linkText: sellsGifts ? 'Give a flight' : 'Book now',
    moment: campaign.countdown_enabled ? ends : undefined,
  }
}
