import { randomBytes, randomUUID } from 'node:crypto'
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
  for (;;) {
    const { done, value: bytes } = await reader.read()
    text += decoder.decode(bytes, { stream: !done })
    if (done) break
  }
  reader.releaseLock()
  // As one part: a form key that two parts shared would not be found in the page.
  renderMeta.streamCache = {
    0: Object.assign(Promise.resolve(), { result: { done: false, value: text } }),
    1: Object.assign(Promise.resolve(), { result: { done: true, value: '' } }),
  }
  return text
}

/** What each answer has of its own in a page that is kept. */
export interface OwnTexts {
  /** Only where the framework's script continues with the page. */
  nonce: string | undefined
  /** The key of the page's form, from its loader; undefined on a page without one. */
  formKey: string | undefined
}

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Stand for them in a page that is kept; nobody outside knows these. */
export const PLACES = { nonce: createNonce(), formKey: randomUUID() }

/** Takes an answer's form key out of its page, or out of the page's data. */
export const leavePlaces = (text: string, { formKey }: OwnTexts): string =>
  formKey === undefined ? text : text.replaceAll(formKey, PLACES.formKey)

/** Writes what is the answer's own into a page; a page without any is the kept one itself. */
export function fillPlaces(
  html: Uint8Array<ArrayBuffer>,
  { nonce, formKey }: OwnTexts,
): Uint8Array<ArrayBuffer> {
  if (nonce === undefined && formKey === undefined) return html
  const page = Buffer.from(html)
  const fill = (place: string, text: string) => {
    for (let at = page.indexOf(place); at >= 0; at = page.indexOf(place, at + text.length))
      page.write(text, at)
  }
  if (nonce !== undefined) fill(PLACES.nonce, nonce)
  if (formKey !== undefined) fill(PLACES.formKey, formKey)
  return page
}
