import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { checkKey, type FileStore } from './file-store.ts'

export interface S3Settings {
  /**
   * Address of the bucket, without a trailing slash:
   * `https://s3.eu-central-1.amazonaws.com/our-photos`.
   */
  bucketUrl: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TRIES = 3
const TIMEOUT_MS = 20_000

/** Stores files in an S3-compatible bucket. Every request is signed, including its body. */
export function createS3Store({ bucketUrl, ...account }: S3Settings): FileStore {
  const client = new AwsClient({ ...account, service: 's3', retries: TRIES - 1 })
  const call = async (method: 'GET' | 'PUT' | 'DELETE', key: string, body?: Uint8Array, type?: string) => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const response = await client.fetch(`${bucketUrl}/${checkKey(key)}`, {
      method,
      headers: { 'X-Amz-Content-Sha256': hash, ...(type ? { 'Content-Type': type } : {}) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
    if (response.ok || response.status === 404) return response
    throw new Error(`The file store answered ${String(response.status)} to ${method}`)
  }
  return {
    put: async (key, bytes, type) => {
      const answer = await call('PUT', key, bytes, type)
      if (!answer.ok) throw new Error('The file store has no such bucket')
    },
    get: async (key) => {
      const answer = await call('GET', key)
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
    },
    remove: async (key) => {
      await call('DELETE', key)
    },
  }
}
