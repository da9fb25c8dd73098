import { isSelfGrant } from '../access/is-self-grant.ts'
import { conflict, type Refusal, type Row, type Writer } from './resource.ts'

/** Nobody but an admin gives themselves anything. */
export const refuseGivingToOneself = (
  by: Pick<Writer, 'userId' | 'roles'>,
  receiver: unknown,
): Refusal | undefined =>
  typeof receiver === 'number' && isSelfGrant(by, receiver)
    ? { ok: false, reason: 'forbidden', error: 'Nobody gives themselves anything. Ask a colleague.' }
    : undefined

/** Until when it is good can be put off; whoever has it was told a day. */
export const refuseEarlierExpiry = (row: Row, before: Row | undefined): Refusal | undefined => {
  const [now, was] = [row['expiresAt'], before?.['expiresAt']]
  return now instanceof Date && was instanceof Date && now < was
    ? conflict('Whoever has it was told how long it is good: it can be made longer, never shorter.')
    : undefined
}
