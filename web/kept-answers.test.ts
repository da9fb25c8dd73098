import { expect, test } from 'vitest'
import { type VersionParts, writeVersion } from '#contract/version.ts'
import { createKeptAnswers } from './kept-answers.ts'

/** A service that counts what it is asked. */
function createService(ok = true, parts: VersionParts = 'everything') {
  let asked = 0
  return {
    asked: () => asked,
    ask: async (size = 10) => {
      const number = ++asked
      await Promise.resolve()
      return { answer: { ok, data: { number, list: [1] } }, size, parts }
    },
  }
}

interface Asked {
  answer: { ok: boolean; data: { number: number; list: number[] } }
  size: number
  parts: VersionParts
}

/** A keeper whose result is the answer alone. */
function createKeeper(mostCharacters?: number) {
  const keep = createKeptAnswers(mostCharacters)
  return async (version: string, key: string, ask: () => Promise<Asked>) =>
    (await keep(version, key, ask)).answer
}

test('an answer is asked for once for each version and key, also by visitors at the same time', async () => {
  const keep = createKeeper()
  const { ask, asked } = createService()
  const at = (version: string, key: string) => keep(version, key, () => ask())
  const all = await Promise.all([at('v1', 'a'), at('v1', 'a'), at('v1', 'b')])
  expect(all.map(({ data }) => data.number)).toEqual([1, 1, 2])
  expect((await at('v1', 'a')).data.number).toBe(1)
  expect((await at('v2', 'a')).data.number).toBe(3)
  expect((await at('v2', 'a')).data.number).toBe(3)
  expect(asked()).toBe(3)
})

test('a refusal is not kept, and not given to a visitor who waits for the same answer', async () => {
  const keep = createKeeper()
  const [limited, other] = [createService(false), createService()]
  const [first, second] = await Promise.all([
    keep('v1', 'a', () => limited.ask()),
    keep('v1', 'a', () => other.ask()),
  ])
  expect([first.ok, second.ok]).toEqual([false, true])
  expect((await keep('v1', 'a', () => other.ask())).ok).toBe(true)
  expect(limited.asked()).toBe(1)
})

test('a failure is not kept either', async () => {
  const keep = createKeeper()
  await expect(keep('v1', 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect((await keep('v1', 'a', () => createService().ask())).ok).toBe(true)
})

test('nobody can change what others get', async () => {
  const keep = createKeeper()
  const answer = await keep('v1', 'a', () => createService().ask())
  expect(() => answer.data.list.push(2)).toThrow(TypeError)
  expect(() => {
    answer.data.number = 7
  }).toThrow(TypeError)
})

test('the memory is limited, and the least recently used answer leaves first', async () => {
  const keep = createKeeper(10_000)
  const { ask, asked } = createService()
  const of = (key: string) => keep('v1', key, () => ask(4000))
  await of('a')
  await of('b')
  await of('a')
  await of('c')
  expect(asked()).toBe(3)
  await of('a')
  expect(asked()).toBe(3)
  await of('b')
  expect(asked()).toBe(4)
})

test('an answer stays while the catalogue and what it depends on stay', async () => {
  const keep = createKeeper()
  const { ask, asked } = createService(true, ['6'])
  const version = (catalogue: string, six: string, seven: string) =>
    writeVersion(catalogue, new Map(Object.entries({ '6': six, '7': seven })))
  const at = async (...parts: [string, string, string]) =>
    (await keep(version(...parts), 'a', () => ask())).data.number
  expect(await at('c', '1', '1')).toBe(1)
  expect(await at('c', '1', '2')).toBe(1)
  expect(await at('c', '2', '2')).toBe(2)
  expect(await at('d', '2', '2')).toBe(3)
  expect(asked()).toBe(3)
})
