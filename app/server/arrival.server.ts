import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { type ShopContext } from './shop-context.server.ts'

/** What a campaign's link said of where a visitor comes from, and the code it brought. */
export interface Arrival {
  /** `utm_source:mail`, `affiliate:anna`: as an order keeps them. */
  tags: string[]
  code: string | undefined
}

const THIRTY_DAYS = 30 * 24 * 60 * 60
const MOST_TAGS = 8
const LONGEST = 60

const Kept = z.object({ tags: z.array(z.string().max(LONGEST)).max(MOST_TAGS), code: z.string().max(LONGEST).optional() }) // prettier-ignore

type Settings = Pick<ShopContext['settings'], 'publicUrl' | 'secrets'>

/** Signed, so that nobody else can put anything into it; read by no script. */
function arrivalCookie({ publicUrl, secrets }: Settings) {
  const secure = publicUrl.startsWith('https://')
  return createCookie(secure ? '__Host-arrival' : 'arrival', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: THIRTY_DAYS,
    secrets: [secrets.session],
  })
}

/** Campaign parameters of an address: `utm_…`, `affiliate`, and a code as `code` or `discount_code`. */
function arrivalIn(params: URLSearchParams): Arrival {
  const tags = [...params]
    .filter(([name, value]) => /^(utm_[a-z]{1,20}|affiliate)$/.test(name) && value.trim() !== '')
    .map(([name, value]) => `${name}:${value.trim()}`.slice(0, LONGEST))
  const code = (params.get('code') ?? params.get('discount_code'))?.trim().slice(0, LONGEST)
  return { tags: [...new Set(tags)].slice(0, MOST_TAGS), code }
}

async function readKept(request: Request, settings: Settings): Promise<Arrival> {
  const kept = Kept.safeParse(await arrivalCookie(settings).parse(request.headers.get('Cookie')))
  return { tags: kept.data?.tags ?? [], code: kept.data?.code }
}

/** What is known of a visitor's arrival: this address's own words, and what an earlier one left. */
export async function readArrival(
  request: Request,
  { settings }: Pick<ShopContext, 'settings'>,
): Promise<Arrival> {
  const { tags } = arrivalIn(new URL(request.url).searchParams)
  const kept = await readKept(request, settings)
  return { tags: tags.length > 0 ? tags : kept.tags, code: kept.code }
}

/**
 * The `Set-Cookie` value that keeps what an address says of an arrival; undefined when it says nothing new. A code alone
 * in the address of a checkout was typed there, and stays there.
 */
export async function keepArrival(
  request: Request,
  { settings }: Pick<ShopContext, 'settings'>,
): Promise<string | undefined> {
  const url = new URL(request.url)
  const found = arrivalIn(url.searchParams)
  const typed = url.pathname.startsWith('/checkout')
  if (found.tags.length === 0 && (typed || !found.code)) return undefined
  const kept = await readKept(request, settings)
  const tags = found.tags.length > 0 ? found.tags : kept.tags
  const code = found.code || kept.code
  if (code === kept.code && tags.join() === kept.tags.join()) return undefined
  return arrivalCookie(settings).serialize({ tags, ...(code ? { code } : {}) })
}
