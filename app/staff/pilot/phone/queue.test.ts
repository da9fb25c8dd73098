import { describe, expect, it } from 'vitest'
import {
  add,
  adopt,
  countUnsent,
  drop,
  type Entry,
  expire,
  findAcceptance,
  findNext,
  type Kept,
  markTried,
  mayLeave,
  sendAgain,
  settle,
} from './queue.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2027-05-14T18:00:00Z')
const PAGE = { person: '7', until: NOW + 12 * HOUR, ahead: 0 }

const weigh = (key: string, pounds: string, more: Partial<Entry> = {}): Entry => ({
  key,
  flight: '3',
  target: 'weight-3-11',
  fields: { act: 'weight', flight: '3', passenger: '11', was_weight: '158', weight: pounds },
  title: 'LR-3, weight of Mele Leota',
  value: `${pounds} lb`,
  at: NOW,
  state: 'waiting',
  tried: false,
  ...more,
})
const accept = (key: string, seen = 'before'): Entry =>
  weigh(key, '0', { target: 'accept-3', fields: { act: 'accept', flight: '3', seen } })
const step = (key: string, status: string, at: string): Entry =>
  weigh(key, '0', { target: `step-3-${status}`, fields: { act: 'step', flight: '3', status, at } })

const start = adopt(undefined, PAGE, NOW)
const keysOf = ({ entries }: Kept) => entries.map(({ key }) => key)
const stateOf = (kept: Kept, key: string) => kept.entries.find((one) => one.key === key)?.state

describe('what a pilot’s phone keeps', () => {
  it('is sent in the order in which it was pressed', () => {
    const kept = [weigh('a', '161'), accept('b'), step('c', 'departed', 'x')].reduce(add, start)
    expect(findNext(kept)?.key).toBe('a')
    const first = settle(kept, 'a', { status: 200 }, NOW)
    expect(findNext(first)?.key).toBe('b')
    const second = settle(first, 'b', { status: 409, text: 'The manifest changed meanwhile.' }, NOW)
    expect(findNext(second)?.key).toBe('c')
    expect(countUnsent(second)).toBe(2)
  })

  it('has the later weight in place of one that never left the phone', () => {
    const kept = [weigh('a', '161'), step('c', 'departed', 'x'), weigh('b', '163')].reduce(add, start)
    expect(keysOf(kept)).toEqual(['b', 'c'])
    expect(kept.entries[0]?.fields).toMatchObject({ weight: '163', was_weight: '158' })
  })

  it('keeps a weight that may have arrived, and says of the later one that it was seen', () => {
    const kept = add(markTried(add(start, weigh('a', '161')), 'a'), weigh('b', '163'))
    expect(keysOf(kept)).toEqual(['a', 'b'])
    expect(kept.entries[1]?.fields).toMatchObject({ weight: '163', was_weight: '161' })
  })

  it('keeps the first moment of a step that is pressed twice', () => {
    const kept = [step('a', 'departed', '18:02'), step('b', 'departed', '18:03')].reduce(add, start)
    expect(kept.entries.map(({ fields }) => fields['at'])).toEqual(['18:02'])
  })

  it.each([0, 401, 403, 429, 500, 503])('waits under the same key after the status %i', (status) => {
    const kept = markTried(add(start, weigh('a', '161')), 'a')
    expect(settle(kept, 'a', { status }, NOW)).toEqual(kept)
  })

  it('shows the value of a faster colleague, and writes the own one only when the pilot says so', () => {
    const theirs = { value: '165 lb', seen: { was_weight: '165' } }
    const answer = { status: 409, text: '165 lb was typed meanwhile.', theirs }
    const kept = settle(add(start, weigh('a', '161')), 'a', answer, NOW)
    expect(kept.entries[0]).toMatchObject({ state: 'conflict', theirs })
    const followed = add(kept, step('b', 'departed', 'x'))
    expect(findNext(followed)).toBeUndefined()
    expect(findNext(add(followed, weigh('c', '120', { flight: '4', target: 'weight-4-12' })))?.key).toBe('c')
    const [again] = sendAgain(kept, 'a', 'n').entries
    expect(again).toMatchObject({ key: 'n', state: 'waiting', tried: false })
    expect(again?.fields).toMatchObject({ weight: '161', was_weight: '165' })
    expect(drop(kept, 'a').entries).toEqual([])
  })

  it('sends a refused entry again under a new key, and lets go of it when another one replaces it', () => {
    const kept = settle(add(start, weigh('a', '999')), 'a', { status: 422, text: 'Too much.' }, NOW)
    expect(kept.entries[0]).toMatchObject({ state: 'refused', text: 'Too much.' })
    expect(findNext(sendAgain(kept, 'a', 'n'))?.key).toBe('n')
    expect(keysOf(add(kept, weigh('b', '161')))).toEqual(['b'])
  })

  it('accepts the manifest with the own weight on it, and with nothing else that is new', () => {
    const kept = [weigh('a', '161'), accept('b')].reduce(add, start)
    const seenOf = (content?: { before: string; after: string }) =>
      settle(kept, 'a', { status: 200, content }, NOW).entries[1]?.fields['seen']
    expect(seenOf({ before: 'before', after: 'after' })).toBe('after')
    expect(seenOf({ before: 'of a colleague', after: 'after' })).toBe('before')
    expect(seenOf()).toBe('before')
    expect(keysOf([accept('b'), weigh('a', '161'), accept('c')].reduce(add, start))).toEqual(['a', 'c'])
  })

  it('lets the flight leave once what it lacks is on the phone', () => {
    const asked = { flight: '3', lacks: ['weight-3-11'], accepts: true }
    expect(mayLeave(start, asked)).toBe(false)
    const weighed = add(start, weigh('a', '161'))
    expect(mayLeave(weighed, { ...asked, accepts: false })).toBe(true)
    expect(mayLeave(weighed, asked)).toBe(false)
    const accepted = add(weighed, accept('b'))
    expect(mayLeave(accepted, asked)).toBe(true)
    expect(mayLeave(add(accepted, weigh('c', '163', { target: 'weight-3-12' })), asked)).toBe(false)
  })

  it('is nothing of the person who used the phone before', () => {
    const kept = add(start, weigh('a', '161'))
    expect(adopt(kept, PAGE, NOW).entries).toHaveLength(1)
    expect(adopt(kept, { ...PAGE, person: '8' }, NOW)).toMatchObject({ person: '8', entries: [], lost: 0 })
  })

  it('is erased after its time, and only says how much could not be sent', () => {
    const kept = [weigh('a', '161'), step('b', 'departed', 'x')].reduce(add, start)
    const one = settle(kept, 'b', { status: 200 }, NOW)
    expect(expire(one, PAGE.until - 1)).toBe(one)
    expect(expire(one, PAGE.until)).toMatchObject({ entries: [], lost: 1 })
    expect(expire(settle(one, 'a', { status: 200 }, NOW), PAGE.until)).toBeUndefined()
  })

  it('says for ten minutes what has arrived', () => {
    const kept = settle(add(start, weigh('a', '161')), 'a', { status: 200 }, NOW)
    expect(stateOf(kept, 'a')).toBe('arrived')
    expect(adopt(kept, PAGE, NOW + 9 * 60_000).entries).toHaveLength(1)
    expect(adopt(kept, PAGE, NOW + 10 * 60_000).entries).toEqual([])
  })
})

describe('an acceptance that the page does not know yet', () => {
  const about = { target: 'accept-3', asOf: NOW }
  const read = (kept: Kept) => {
    const found = findAcceptance(kept, about)
    return found && [found.entry.key, found.isBeforeWeight]
  }

  it('stands as soon as it is pressed, and after it has arrived until the page says so itself', () => {
    const kept = [weigh('a', '161'), accept('b')].reduce(add, start)
    expect(read(start)).toBeUndefined()
    expect(read(kept)).toEqual(['b', false])
    const arrived = settle(settle(kept, 'a', { status: 200 }, NOW), 'b', { status: 200 }, NOW + 1)
    expect(read(arrived)).toEqual(['b', false])
    expect(findAcceptance(arrived, { ...about, asOf: NOW + 2 })).toBeUndefined()
  })

  it('is before a weight that was typed afterwards', () => {
    expect(read([accept('b'), weigh('c', '163')].reduce(add, start))).toEqual(['b', true])
  })

  it('is none when the service did not take it', () => {
    const refused = settle(add(start, accept('b')), 'b', { status: 409, text: 'Changed.' }, NOW)
    expect(read(refused)).toBeUndefined()
  })
})
