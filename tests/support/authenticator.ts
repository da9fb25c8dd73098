import { stepAt, totpCode } from '#api/rules/access/totp.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code that an authenticator app shows for a typed secret (spaces do not matter). */
export function getAuthenticatorCode(secret: string, now: Date): string {
  const bits = [...secret.replace(/\s/g, '')]
    .map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  return totpCode(Uint8Array.from(bytes), stepAt(now))
}
