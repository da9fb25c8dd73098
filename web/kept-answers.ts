import { type KeptAnswer } from '#app/visit/shop-context.server.ts'
import { isSameVersion, type VersionParts } from '#contract/version.ts'

/**
 * The limit for the bodies of all kept answers, in characters; as objects they take some five times
 * as much. What is asked for is the visitor's input, so there needs to be a limit.
 */
const MOST_CHARACTERS = 8 * 1024 * 1024
/** What an answer with a short body counts at least. */
const LEAST_CHARACTERS = 1024

interface Kept {
  version: string
  /** What the answer depends on, once it is there. */
  parts: VersionParts
  answer: Promise<KeptAnswer<{ ok: boolean }>>
  weight: number
}

/** Returns an answer of this version from memory, or asks for it. */
export type KeepAnswers = <T extends { ok: boolean }>(
  version: string,
  key: string,
  ask: () => Promise<KeptAnswer<T>>,
) => Promise<Pick<KeptAnswer<T>, 'answer' | 'parts'>>

/**
 * Keeps public answers of `/v1` for all visitors, each for the version of the public data that it
 * was asked for, and longer while the parts that it depends on stay the same. The least recently
 * used one leaves first (decisions 110 and 114).
 */
export function createKeptAnswers(mostCharacters = MOST_CHARACTERS): KeepAnswers {
  const answers = new Map<string, Kept>()
  let characters = 0

  const drop = (key: string, kept: Kept) => {
    if (answers.get(key) !== kept) return
    answers.delete(key)
    characters -= kept.weight
  }

  function weigh(key: string, kept: Kept, size: number): void {
    if (answers.get(key) !== kept) return
    characters += size - kept.weight
    kept.weight = size
    for (const [oldest, other] of answers) {
      if (characters <= mostCharacters) return
      drop(oldest, other)
    }
  }

  async function makeAnswer<T extends { ok: boolean }>(
    version: string,
    key: string,
    ask: () => Promise<KeptAnswer<T>>,
  ): Promise<Pick<KeptAnswer<T>, 'answer' | 'parts'>> {
    const before = answers.get(key)
    if (before) drop(key, before)
    const making = ask()
    const kept: Kept = { version, parts: 'everything', answer: making, weight: LEAST_CHARACTERS }
    answers.set(key, kept)
    characters += kept.weight
    try {
      const { answer, size, parts } = await making
      kept.parts = parts
      if (!answer.ok) drop(key, kept)
      freeze(answer)
      weigh(key, kept, Math.max(size, LEAST_CHARACTERS))
      return { answer, parts }
    } catch (error) {
      drop(key, kept)
      throw error
    }
  }

  return async <T extends { ok: boolean }>(
    version: string,
    key: string,
    ask: () => Promise<KeptAnswer<T>>,
  ) => {
    const kept = answers.get(key)
    if (!kept || !isSameVersion(kept.version, version, kept.parts)) return makeAnswer(version, key, ask)
    answers.delete(key)
    answers.set(key, kept)
    const shared = await (kept.answer as Promise<KeptAnswer<T>>).catch(() => undefined)
    // A refusal is of the visitor who asked: nobody else gets it.
    return shared?.answer.ok ? shared : ask()
  }
}

/** All visitors share the objects: an attempt to change one fails where it is made. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}
