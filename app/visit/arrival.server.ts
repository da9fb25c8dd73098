import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { secretsOf } from '#settings/key-ring.ts'
import { type ShopContext } from './shop-context.server.ts'

/** What the link of a campaign said about a visitor's origin, and the code it brought. */
export interface CampaignArrival {
  /** `utm_source:mail`, `affiliate:anna`: as orders store them. */
  tags: string[]
  code: string | undefined
  /** Until when the affiliate among the tags counts, in milliseconds; 0 without one. */
  friendUntil: number
  /** The campaign that brought the visitor first. */
  first: string[]
  /** Until when the first and the last campaign count, in milliseconds; 0 without one. */
  firstUntil: number
  lastUntil: number
}

const THIRTY_DAYS = 30 * 24 * 60 * 60
const MOST_TAGS = 8
const LONGEST = 60

const Kept = z.object({
  tags: z.array(z.string().max(LONGEST)).max(MOST_TAGS),
  code: z.string().max(LONGEST).optional(),
  friendUntil: z.number().default(0),
  first: z.array(z.string().max(LONGEST)).max(MOST_TAGS).default([]),
  firstUntil: z.number().default(0),
  lastUntil: z.number().default(0),
})
const isFriend = (tag: string) => tag.startsWith('affiliate:')

type Settings = Pick<ShopContext['settings'], 'publicUrl' | 'secrets'>

/** Signed against forgery, and not readable by scripts. */
function arrivalCookie({ publicUrl, secrets }: Settings) {
  const secure = publicUrl.startsWith('https://')
  return createCookie(secure ? '__Host-arrival' : 'arrival', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: THIRTY_DAYS,
    secrets: secretsOf(secrets.session),
  })
}

/**
 * Campaign parameters of an address: `utm_…`, `affiliate`, and a code as `code` or `discount_code`.
 * A page of `/affiliates/…` is a link of its affiliate.
 */
function arrivalIn({ pathname, searchParams: params }: URL, now: number): CampaignArrival {
  const [, affiliate] = /^\/affiliates\/([\w-]+)$/.exec(pathname) ?? []
  const affiliateTags: [string, string][] = affiliate ? [['affiliate', affiliate]] : []
  const tags = [...affiliateTags, ...params]
    .filter(([name, value]) => /^(utm_[a-z]{1,20}|affiliate)$/.test(name) && value.trim() !== '')
    .map(([name, value]) => `${name}:${value.trim()}`.slice(0, LONGEST))
  const code = (params.get('code') ?? params.get('discount_code'))?.trim().slice(0, LONGEST)
  const [firstAffiliate, ...others] = [...new Set(tags)].toSorted(
    (a, b) => Number(isFriend(b)) - Number(isFriend(a)),
  )
  // Only one affiliate counts: the first that the address names.
  const once = others.filter((tag) => !isFriend(tag))
  const until = now + THIRTY_DAYS * 1000
  const kept = (firstAffiliate ? [firstAffiliate, ...once] : once).slice(0, MOST_TAGS)
  const campaign = kept.filter((tag) => !isFriend(tag))
  const campaignUntil = campaign.length > 0 ? until : 0
  return {
    tags: kept,
    code,
    friendUntil: firstAffiliate && isFriend(firstAffiliate) ? until : 0,
    first: campaign,
    firstUntil: campaignUntil,
    lastUntil: campaignUntil,
  }
}

async function readKept(request: Request, settings: Settings, now: number): Promise<CampaignArrival> {
  const kept = Kept.safeParse(await arrivalCookie(settings).parse(request.headers.get('Cookie')))
  const { tags = [], code, friendUntil = 0, first = [], firstUntil = 0, lastUntil = 0 } = kept.data ?? {}
  const counts = (tag: string) => (isFriend(tag) ? friendUntil : lastUntil) > now
  return {
    tags: tags.filter(counts),
    code,
    friendUntil: friendUntil > now ? friendUntil : 0,
    first: firstUntil > now ? first : [],
    firstUntil: firstUntil > now ? firstUntil : 0,
    lastUntil: lastUntil > now ? lastUntil : 0,
  }
}

/**
 * Merges a new link into the stored arrival: its campaign, affiliate and code each replace the
 * former ones. The first campaign stays beside the last. A newsletter does not replace an
 * affiliate. Each is stored for thirty days from its own link.
 */
function joinArrivals(stored: CampaignArrival, found: CampaignArrival): CampaignArrival {
  const friends = found.friendUntil > 0 ? found : stored
  const others = found.tags.some((tag) => !isFriend(tag)) ? found : stored
  const tags = [...friends.tags.filter(isFriend), ...others.tags.filter((tag) => !isFriend(tag))]
  const { first, firstUntil } = stored.first.length > 0 ? stored : found
  return {
    tags: tags.slice(0, MOST_TAGS),
    code: found.code || stored.code,
    friendUntil: friends.friendUntil,
    first,
    firstUntil,
    lastUntil: others.lastUntil,
  }
}

/** The tags of an order: the last campaign, and the first one if it was another. */
function orderTags({ tags, first }: CampaignArrival): string[] {
  const last = tags.filter((tag) => !isFriend(tag))
  return first.join() === last.join()
    ? tags
    : [...tags, ...first.map((tag) => `first_${tag}`.slice(0, LONGEST))]
}

/** The visitor's arrival: from this address, merged with the cookie of earlier ones. */
export async function readCampaignArrival(
  request: Request,
  { settings }: Pick<ShopContext, 'settings'>,
): Promise<Pick<CampaignArrival, 'tags' | 'code'>> {
  const now = Date.now()
  const found = arrivalIn(new URL(request.url), now)
  const kept = await readKept(request, settings, now)
  return { tags: orderTags(joinArrivals(kept, found)), code: kept.code }
}

/**
 * The `Set-Cookie` value that stores the arrival of an address; undefined if it has nothing new. A
 * code alone in the address of a checkout was typed there, and is not stored.
 */
export async function serializeArrivalCookie(
  request: Request,
  { settings }: Pick<ShopContext, 'settings'>,
): Promise<string | undefined> {
  const url = new URL(request.url)
  const now = Date.now()
  const found = arrivalIn(url, now)
  const typed = url.pathname.startsWith('/checkout')
  if (found.tags.length === 0 && (typed || !found.code)) return undefined
  const kept = await readKept(request, settings, now)
  const { code, ...joined } = joinArrivals(kept, found)
  const renewed = found.friendUntil > 0 || found.lastUntil > 0
  if (!renewed && code === kept.code && joined.tags.join() === kept.tags.join()) return undefined
  return arrivalCookie(settings).serialize({ ...joined, ...(code ? { code } : {}) })
}
