import { randomUUID } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { secretsOf } from '#settings/key-ring.ts'
import { type ShopContext } from './shop-context.server.ts'

/** Browsers keep a cookie for 400 days at most. */
const KEPT_SECONDS = 400 * 24 * 60 * 60

type Settings = Pick<ShopContext['settings'], 'publicUrl' | 'secrets'>

/** A random name of this browser, signed, and not readable by scripts. It says nothing about it. */
function deviceCookie({ publicUrl, secrets }: Settings) {
  const secure = publicUrl.startsWith('https://')
  return createCookie(secure ? '__Host-device' : 'device', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: KEPT_SECONDS,
    secrets: secretsOf(secrets.session),
  })
}

export interface KnownDevice {
  token: string
  /** The `Set-Cookie` value that keeps it. */
  cookie: string
}

/** The browser's name; a new one where it has none, or one that is not ours. */
export async function readDevice(
  request: Request,
  { settings }: { settings: Settings },
): Promise<KnownDevice> {
  const cookie = deviceCookie(settings)
  const kept = z.uuid().safeParse(await cookie.parse(request.headers.get('Cookie')))
  const token = kept.data ?? randomUUID()
  return { token, cookie: await cookie.serialize(token) }
}
