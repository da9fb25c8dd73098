import { describe, expect, it } from 'vitest'
import { findSearchableKinds } from './searchable-kinds.ts'

describe('findSearchableKinds', () => {
  it.each([['staff'], ['admin']] as const)('lets a member with the role %s find every kind', (role) => {
    expect(findSearchableKinds({ kind: 'customer', roles: [role] })).toEqual([
      'flights',
      'orders',
      'customers',
      'codes',
    ])
  })

  it('lets an API key find only what it may list', () => {
    expect(findSearchableKinds({ kind: 'key' })).toEqual(['orders'])
  })

  it.each([
    ['a pilot', { kind: 'customer', roles: ['pilot'] }],
    ['a customer', { kind: 'customer' }],
    ['a guest with the e-mail of an admin', { kind: 'guest', roles: ['admin'] }],
    ['a visitor', { kind: 'visitor' }],
  ] as const)('lets %s find nothing', (_, caller) => {
    expect(findSearchableKinds(caller)).toEqual([])
  })
})
