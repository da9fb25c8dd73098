import { TOTP, Secret } from 'otpauth'
import { type Query } from '../store/query.ts'

/** A key of the test authenticator, as an app on a phone would hold it. */
export interface AuthenticatorKey {
  id: number
  /** The account to which the key belongs, as the person typed it. */
  account: string
  secret: string
}

export interface Authenticator {
  /**
   * Keeps a key. An account has one key: a later one replaces it.
   *
   * @returns false when the text is no key
   */
  add(account: string, secret: string): Promise<boolean>
  remove(id: number): Promise<void>
  /** Lists the keys by account. */
  list(): Promise<AuthenticatorKey[]>
}

const STEP_SECONDS = 30
/** Base 32 of 10 to 40 bytes. */
const KEY = /^[A-Z2-7]{16,64}$/

export function openAuthenticator({ query }: { query: Query }): Authenticator {
  return {
    async add(account, secret) {
      const key = secret.replace(/[\s=-]/g, '').toUpperCase()
      if (!KEY.test(key)) return false
      await query(
        `insert into sandbox.authenticator_keys (account, secret) values ($1, $2)
          on conflict (account) do update set secret = excluded.secret`,
        [account.trim().slice(0, 200) || 'Account', key],
      )
      return true
    },
    async remove(id) {
      await query('delete from sandbox.authenticator_keys where id = $1', [id])
    },
    async list() {
      const { rows } = await query(
        'select id, account, secret from sandbox.authenticator_keys order by account',
      )
      return rows.map((row) => ({
        id: Number(row.id),
        account: String(row.account),
        secret: String(row.secret),
      }))
    },
  }
}

/** The six digits of a key at an instant, and the number of seconds for which they stay. */
export function readCode({ secret }: Pick<AuthenticatorKey, 'secret'>, now: Date) {
  const code = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_SECONDS }).generate({
    timestamp: now.getTime(),
  })
  return { code, secondsLeft: STEP_SECONDS - (Math.floor(now.getTime() / 1000) % STEP_SECONDS) }
}
