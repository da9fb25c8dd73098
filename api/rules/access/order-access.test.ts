import { describe, expect, it } from 'vitest'
import { canSeeOrder, ownsOrder } from './permissions.ts'

const order = { id: 1001, userId: 7, sessionId: 'here' }
const guest = { kind: 'guest', sessionId: 'elsewhere', userId: 7, emailProven: false, roles: [] } as const
const customer = {
  kind: 'customer',
  sessionId: 'elsewhere',
  userId: 7,
  emailProven: true,
  roles: [],
} as const

describe(canSeeOrder, () => {
  it.each([
    ['a visitor', { kind: 'visitor' }, false],
    ['the session that made it', { ...guest, sessionId: 'here' }, true],
    ['another session with the same e-mail', guest, false],
    ['a link that was mailed about it', { ...guest, userId: 8, reachesOrderId: 1001 }, true],
    ['a link that was mailed about another', { ...guest, reachesOrderId: 1002 }, false],
    [
      'a guest token that claims a proven mailbox and a role',
      { ...guest, emailProven: true, roles: ['admin'] },
      false,
    ],
    ['the account, mailbox proven', customer, true],
    ['the account, mailbox not proven', { ...customer, emailProven: false }, false],
    ['another account', { ...customer, userId: 8 }, false],
    ['a pilot', { ...customer, userId: 8, roles: ['pilot'] }, false],
    ['staff', { ...customer, userId: 8, roles: ['staff'] }, true],
    ['an admin', { ...customer, userId: 8, roles: ['admin'] }, true],
  ] as const)('%s: %s', (_name, viewer, may) => {
    expect(canSeeOrder(viewer, order)).toBe(may)
  })
})

describe(ownsOrder, () => {
  const unproven = { ...customer, emailProven: false }
  it.each([
    ['in another session of the account', { userId: 7, scope: 'customer' }, true],
    ['in a guest’s session with its e-mail', { userId: 7, scope: 'guest' }, false],
    ['by somebody else for them', { userId: 8, scope: 'customer' }, false],
  ] as const)('an unproven account, made %s: %s', (_name, madeIn, own) => {
    expect(ownsOrder(unproven, { ...order, madeIn })).toBe(own)
  })

  it.each([
    ['sold to somebody else', 'counter', 8, false],
    ['sold to somebody else on the phone', 'phone', 8, false],
    ['sold to themselves', 'counter', 7, true],
    ['made as a shopper for a mistyped e-mail', 'web', 8, true],
  ] as const)('who made it in this session, %s: %s', (_name, channel, userId, own) => {
    const viewer = { ...unproven, sessionId: 'here', roles: ['staff'] as const }
    const made = { ...order, userId, channel, madeIn: { userId: 7, scope: 'customer' as const } }
    expect(ownsOrder(viewer, made)).toBe(own)
    expect(ownsOrder({ ...viewer, sessionId: 'elsewhere' }, made)).toBe(own)
  })

  it('staff own only the orders they made for themselves', () => {
    expect(ownsOrder({ ...customer, userId: 8, roles: ['admin'] }, order)).toBe(false)
  })
})
