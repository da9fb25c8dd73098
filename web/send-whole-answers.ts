import { ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

const wholeBodies = new WeakMap<Response, Uint8Array>()

/** Notes all bytes of a response, so that they are sent without reading its stream. */
export function noteWholeBody(response: Response, body: Uint8Array): void {
  wholeBodies.set(response, body)
}

type FetchAnswer = Parameters<typeof getRequestListener>[0]

/**
 * Listens with a function that answers requests. A response whose bytes are known leaves in one
 * write; reading them from its stream again takes several turns of the event loop.
 */
export const listenWith = (answer: FetchAnswer) =>
  getRequestListener(
    async (request, bindings) => {
      const response = await answer(request, bindings)
      const { outgoing } = bindings
      const body = response instanceof Response ? wholeBodies.get(response) : undefined
      if (!(response instanceof Response) || !body || !(outgoing instanceof ServerResponse)) return response
      outgoing.writeHead(response.status, [...response.headers].flat())
      outgoing.end(body)
      return RESPONSE_ALREADY_SENT
    },
    { overrideGlobalObjects: false },
  )
