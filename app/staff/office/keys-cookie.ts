/** The cookie by which a person switches the keys off in this browser; the script reads it, too. */
export const KEYS_OFF = 'desk-keys=off'

export const areKeysOn = (cookies: string | null): boolean => !(cookies ?? '').split('; ').includes(KEYS_OFF)

/** A year. */
const KEPT_SECONDS = 31_536_000

/** The `Set-Cookie` value that switches the keys on or off. */
export function keysCookie(on: boolean, publicUrl: string): string {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : ''
  const age = on ? 0 : KEPT_SECONDS
  return `${KEYS_OFF}; Max-Age=${String(age)}; Path=/staff; SameSite=Lax${secure}`
}
