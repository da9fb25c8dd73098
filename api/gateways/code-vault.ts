import { randomInt } from 'node:crypto'
import {
  deriveCode,
  type CodeVault,
  groupCode,
  makeCode,
  normalizeCode,
  getCodeTail,
} from '../rules/money/tender-code.ts'
import { keyedHash } from './keyed-hash.ts'
import { seal, unseal } from './seal.ts'

/**
 * Protects codes of gift cards and vouchers: a keyed hash finds them, encryption allows showing
 * them to their owner.
 *
 * @param secret `CODE_SECRET`
 */
export function createCodeVault(secret: string): CodeVault {
  const hash = (code: string) => keyedHash(secret, 'code', code)
  return {
    make: () => makeCode((below) => randomInt(below)),
    derive: (name) =>
      deriveCode(
        BigInt(`0x${Buffer.from(keyedHash(secret, 'derived code', name), 'base64url').toString('hex')}`),
      ),
    lock: (code) => {
      const codeHash = hash(code)
      return { codeHash, codeSealed: seal(secret, useOf(codeHash), code), codeTail: getCodeTail(code) }
    },
    hashOf: (typed) => {
      const code = normalizeCode(typed)
      return code === undefined ? undefined : hash(code)
    },
    open: ({ codeHash, codeSealed }) => groupCode(unseal(secret, useOf(codeHash), codeSealed)),
  }
}

/** Binds the encrypted code to its card: a copy on another card cannot be decrypted. */
const useOf = (codeHash: string) => `code:${codeHash}`
