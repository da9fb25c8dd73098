import { type ReactElement } from 'react'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

const LONGEST_MS = 10_000

/** @throws what a part of the page throws */
export const renderPlainHtml = (page: ReactElement): string => renderToString(page)

/**
 * Renders a page whose data is streamed into it for the framework's script, as a whole.
 *
 * @returns the HTML, and whether a part of it failed
 * @throws what the page throws outside of any part
 */
export async function renderHydratedHtml(
  page: ReactElement,
  nonce: string,
): Promise<{ html: string; failed: boolean }> {
  let failed = false
  const stream = await new Promise<PassThrough>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        resolve(pipe(new PassThrough()))
      },
      onShellError: reject,
      onError() {
        failed = true
      },
    })
    setTimeout(abort, LONGEST_MS).unref()
  })
  // Where a character of several bytes does not fit into the rest of its buffer, React 18 also
  // sends that rest, which consists of zeros.
  const html = (await text(stream)).replaceAll('\0', '')
  return { html, failed }
}
