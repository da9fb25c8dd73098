import { randomBytes } from 'node:crypto'
import { type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { type EntryContext } from '@remix-run/node'

/**
 * Renders a whole document at once, in the browsers' standards mode. The data of a hydrated page
 * has to be received before.
 *
 * @throws what a part of the page throws
 */
export const renderDocument = (page: ReactElement): string => `<!DOCTYPE html>${renderToString(page)}`

/**
 * Receives the data that the framework's script continues with, so that rendering need not wait for
 * it. The framework would otherwise render the page as a stream, which takes twice as long.
 *
 * @returns the data as it stands in the page
 * @throws what writing the data throws
 */
export async function receiveData({ serverHandoffStream, renderMeta }: EntryContext): Promise<string> {
  let text = ''
  if (!serverHandoffStream || !renderMeta) return text
  const reader = serverHandoffStream.getReader()
  const decoder = new TextDecoder()
  const received: NonNullable<typeof renderMeta.streamCache> = {}
  for (let part = 0; ; part++) {
    const { done, value: bytes } = await reader.read()
    const value = decoder.decode(bytes, { stream: !done })
    text += value
    received[part] = Object.assign(Promise.resolve(), { result: { done, value } })
    if (done) break
  }
  reader.releaseLock()
  renderMeta.streamCache = received
  return text
}

/** Stands for the nonce in a page that is kept; nobody outside knows it. */
export const NONCE_PLACE = createNonce()

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Writes the answer's own nonce into a page. */
export function fillNonce(html: Uint8Array<ArrayBuffer>, nonce: string): Uint8Array<ArrayBuffer> {
  const page = Buffer.from(html)
  for (let at = page.indexOf(NONCE_PLACE); at >= 0; at = page.indexOf(NONCE_PLACE, at)) page.write(nonce, at)
  return page
}
