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
 * @throws what writing the data throws
 */
export async function receiveData({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return
  const reader = serverHandoffStream.getReader()
  const decoder = new TextDecoder()
  const received: NonNullable<typeof renderMeta.streamCache> = {}
  for (let part = 0; ; part++) {
    const { done, value: bytes } = await reader.read()
    const value = decoder.decode(bytes, { stream: !done })
    received[part] = Object.assign(Promise.resolve(), { result: { done, value } })
    if (done) break
  }
  reader.releaseLock()
  renderMeta.streamCache = received
}
