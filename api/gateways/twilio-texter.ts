import type { Twilio } from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import { type TextAccount } from '#settings/settings.ts'
import { type Texter } from './texter.ts'

const TIMEOUT_MS = 20_000
/** Of the texts to one number; more than a job sends between two tries. */
const MOST_FOUND = 50
/** Clocks differ, and the provider lists by the second. */
const CLOCK_DIFFERENCE_MS = 60_000

const isService = (from: string) => from.startsWith('MG')

/**
 * Sends texts by Twilio's own client. It is loaded with the first text, because it takes half a
 * second and most processes send none.
 *
 * @param httpClient another transport of the client; tests lead it to a server of their own
 */
export function createTwilioTexter(account: TextAccount, httpClient?: RequestClient): Texter {
  let client: Promise<Twilio> | undefined
  const connect = () => (client ??= loadClient(account, httpClient))
  return {
    send: async ({ from, to, body, statusUrl }) => {
      const { messages } = await connect()
      const sent = await messages.create({
        to,
        body,
        statusCallback: statusUrl,
        ...(isService(from) ? { messagingServiceSid: from } : { from }),
      })
      return sent.sid
    },
    find: async ({ from, to, body }, since) => {
      const { messages } = await connect()
      const listed = await messages.list({
        to,
        ...(isService(from) ? {} : { from }),
        dateSentAfter: new Date(since.getTime() - CLOCK_DIFFERENCE_MS),
        limit: MOST_FOUND,
      })
      // A trial account writes a line of its own before the text.
      return listed.find((one) => one.direction.startsWith('outbound') && one.body.endsWith(body))?.sid
    },
  }
}

async function loadClient(
  { accountSid, authToken, apiKey }: TextAccount,
  httpClient: RequestClient | undefined,
): Promise<Twilio> {
  const { default: twilio } = await import('twilio')
  const options = { accountSid, timeout: TIMEOUT_MS, ...(httpClient ? { httpClient } : {}) }
  return apiKey ? twilio(apiKey.sid, apiKey.secret, options) : twilio(accountSid, authToken, options)
}
