import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { type PasskeyAssertion, type PasskeyCreation } from '#contract/passkey.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** The head of a CBOR item: its major type and its number or length. */
function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.of((major << 5) | count)
  if (count < 256) return Buffer.of((major << 5) | 24, count)
  return Buffer.of((major << 5) | 25, count >> 8, count & 255)
}
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])
const map = (...pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

/** What an authenticator says about whoever uses it. */
interface Use {
  origin?: string
  /** A finger, a face or a PIN opened it. */
  verified?: boolean
  /** What its counter shows; one more than before by default. */
  counter?: number
}

/** An authenticator in the test's own process, for one passkey (ES256, without attestation). */
export function createPasskeyDevice(publicUrl: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const own = new URL(publicUrl)
  let counted = 0
  const clientData = (type: string, challenge: string, origin = own.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (flags: number, counter: number, more: Uint8Array = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(own.hostname), Buffer.of(flags), count, more])
  }
  const flagsOf = ({ verified = true }: Use) => 0x01 | (verified ? 0x04 : 0)

  return {
    /** Makes the passkey for a challenge of the service. */
    create(options: Record<string, unknown>, use: Use = {}): PasskeyCreation {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = map(
        [number(1), number(2)],
        [number(3), number(-7)],
        [number(-1), number(1)],
        [number(-2), bytes(Buffer.from(x, 'base64url'))],
        [number(-3), bytes(Buffer.from(y, 'base64url'))],
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key])
      const data = authData(flagsOf(use) | 0x40, 0, credential)
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(data)],
      )
      const client = clientData('webauthn.create', String(options['challenge']), use.origin)
      return {
        ...{ id: base64(id), rawId: base64(id), type: 'public-key' },
        response: {
          ...{ clientDataJSON: base64(client), attestationObject: base64(attestation) },
          transports: ['internal'],
        },
      }
    },

    /** Answers a challenge of the service. */
    answer(options: Record<string, unknown>, use: Use = {}): PasskeyAssertion {
      counted = use.counter ?? counted + 1
      const client = clientData('webauthn.get', String(options['challenge']), use.origin)
      const data = authData(flagsOf(use), counted)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...{ id: base64(id), rawId: base64(id), type: 'public-key' },
        response: {
          ...{ clientDataJSON: base64(client), authenticatorData: base64(data) },
          signature: base64(signature),
        },
      }
    },
  }
}
