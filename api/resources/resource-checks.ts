import { isSelfGrant } from '../access/is-self-grant.ts'
import { conflict, type Refusal, type Row, type Writer } from './resource.ts'

/** Refuses grants to oneself, except by admins. */
export const refuseGivingToOneself = (
  by: Pick<Writer, 'userId' | 'roles'>,
  receiver: unknown,
): Refusal | undefined =>
  typeof receiver === 'number' && isSelfGrant(by, receiver)
    ? { ok: false, reason: 'forbidden', error: 'Nobody gives themselves anything. Ask a colleague.' }
    : undefined

/** Refuses an earlier expiry, because the holder was told the present one. */
export const refuseEarlierExpiry = (row: Row, before: Row | undefined): Refusal | undefined => {
  const [next, previous] = [row['expiresAt'], before?.['expiresAt']]
  return next instanceof Date && previous instanceof Date && next < previous
    ? conflict('Whoever has it was told how long it is good: it can be made longer, never shorter.')
    : undefined
}
