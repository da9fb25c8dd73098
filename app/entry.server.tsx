import { PassThrough } from 'node:stream'
import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { getShopContext } from './server/shop-context.server.ts'

/** Renders the whole page before the first byte: an error then still has its status, and the HTML can be cached. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={remixContext} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html; charset=utf-8')
        resolve(
          new Response(createReadableStreamFromReadable(body), { headers, status: failed ? 500 : status }),
        )
        pipe(body)
      },
      onShellError: reject,
      onError() {
        failed = true
      },
    })
    setTimeout(abort, 10_000).unref()
  })
}

/** What a loader, an action or a page threw and did not mean to; visitors who leave early are no failure. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (!request.signal.aborted) getShopContext(context).reportError?.(error)
}
