import { describe, expect, it } from 'vitest'
import { matchesName, readCheckInText } from './read-check-in-text.ts'

const TOKEN = 'a1'.repeat(24)
const PARTY = `1042-${'a_'.repeat(11)}`

describe('readCheckInText', () => {
  it.each([
    ['the secret address of a ticket', `https://shop.example/orders/${TOKEN}`, 'order_token', TOKEN],
    ['the same with a slash at its end', `https://shop.example/orders/${TOKEN}/`, 'order_token', TOKEN],
    ['a passenger’s own address', ` http://x.example/passengers/${TOKEN} `, 'passenger_token', TOKEN],
    ['the code of a party', `https://shop.example/party/${PARTY}`, 'party_token', PARTY],
  ])('reads the token of %s', (_, text, kind, token) => {
    expect(readCheckInText(text)).toEqual({ kind, token })
  })

  it.each(['1042', 'O-1042', ' o1042 '])('reads “%s” as the number of an order', (text) => {
    expect(readCheckInText(text)).toEqual({ kind: 'number', orderId: 1042 })
  })

  it.each(['https://shop.example/orders/1042', 'https://shop.example:3000/account/orders/1042?a=b'])(
    'reads the number in %s with its host, because strangers have orders, too',
    (text) => {
      expect(readCheckInText(text)).toEqual({ kind: 'number', orderId: 1042, host: 'shop.example' })
    },
  )

  it.each(['ada lind', 'Ada Lind', 'ÁDA, Lind'])('reads “%s” as the words of a name', (text) => {
    expect(readCheckInText(text)).toEqual({ kind: 'name', words: ['ada', 'lind'] })
  })

  it.each([
    'https://shop.example/product/6',
    'https://shop.example/orders/secret',
    'https://shop.example/party/1042',
    `https://shop.example/orders/${TOKEN}/calendar.ics`,
    'https://shop.example/orders/O-1042',
    'https://[',
    'ABCD-1234-JKLM',
    'WIFI:S:Hangar;T:WPA;P:secret;;',
    '1234567890',
    '-',
  ])('reads %s as a code that is no ticket', (text) => {
    expect(readCheckInText(text)).toEqual({ kind: 'other_code' })
  })
})

describe('matchesName', () => {
  it.each([
    ['lind', 'Ada Lind'],
    ['Lind Ada', 'Ada Lind'],
    ['jose pena', 'José-Luis Peña'],
    ['O’Brien', 'Kate O’Brien'],
  ])('finds “%s” in %s', (typed, name) => {
    const read = readCheckInText(typed)
    expect(matchesName(read.kind === 'name' ? read.words : ['?'], name)).toBe(true)
  })

  it.each([
    ['ada bo', 'Ada Lind'],
    ['ind', 'Ada Lind'],
    ['ada', ''],
  ])('does not find “%s” in “%s”', (typed, name) => {
    expect(matchesName(typed.split(' '), name)).toBe(false)
  })
})
