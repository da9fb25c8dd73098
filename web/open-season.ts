import { createApi } from '#api/app.ts'
import { type ApiDeps } from '#api/deps.ts'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { type SeasonParts } from '#api/platform/demo-season/fill-demo-season.ts'
import { createSeasonClock, type SeasonProvider } from '#api/platform/demo-season/season-shop.ts'
import { receiveWebhook } from '#api/platform/provider-events/receive-provider-webhook.ts'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import { newestSecret } from '#settings/key-ring.ts'

/** Events about what a payment or refund has answered already change nothing. */
const TELLING = /^(charge\.dispute\.|payout\.|invoice\.|customer\.subscription\.)/

/**
 * The demo shop by a clock of its own: the same database behind the service and behind a payment
 * sandbox, whose payouts, renewals and disputes come on their day too.
 */
export async function openSeason(live: ApiDeps): Promise<SeasonParts> {
  const clock = createSeasonClock(live.clock.now())
  const box: { deps?: ApiDeps } = {}
  const sandbox = createSandbox({
    query: live.database.query,
    now: () => clock.now(),
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    publicUrl: live.settings.publicUrl,
    webhook: {
      secret: newestSecret(live.settings.secrets.webhook),
      deliver: async (body, signature) => {
        const received = box.deps && (await receiveWebhook(box.deps, body, signature))
        if (!received?.ok) throw new Error('an event of the demo was refused')
      },
    },
  })
  await sandbox.setUp()
  sandbox.control.webhooks.hold()
  const stripe = createStripeClient('sk_test_sandbox', sandbox.stripeFetch)
  // What the log would have said on those days is no news today.
  const log = live.log.child({}, { level: 'silent' })
  const deps: ApiDeps = { ...live, clock, stripe, mailer: sandbox.mailbox, log }
  box.deps = deps
  const api = createApi(deps)
  const callApi = async (request: Request) => api.fetch(request)
  return { deps, clock, callApi, provider: openProvider(live, sandbox) }
}

function openProvider({ database }: ApiDeps, sandbox: Sandbox): SeasonProvider {
  const { disputes, webhooks } = sandbox.control
  return {
    openDispute: async (paymentIntent) => {
      await disputes.open(paymentIntent)
    },
    decideDispute: (dispute, how) => disputes.decide(dispute, how),
    settle: async () => {
      // Held events are not sent by a tick.
      await sandbox.tick()
      await webhooks.release((events) => events.filter(({ type }) => TELLING.test(type)))
      await webhooks.settled()
      webhooks.hold()
    },
    forgetEvents: async () => {
      await database.query(
        `update sandbox.objects set data = jsonb_set(data, '{pending_webhooks}', '0')
         where type = 'event' and data ->> 'pending_webhooks' = '1'`,
      )
    },
  }
}
