import { type DisputeControl } from './stripe/resources/disputes.ts'
import { type PayoutControl } from './stripe/resources/payouts.ts'
import { type AfterRetries } from './stripe/resources/renew-subscription.ts'
import { type Deliveries } from './webhooks/deliveries.ts'

/**
 * `before`: 500, nothing executed. `after`: executed, but the reply is a 500. `lost`: executed, but
 * the connection breaks. `conflict`: 409, nothing executed. `busy`: 429, nothing executed.
 */
export type ForcedFailure = 'before' | 'after' | 'lost' | 'conflict' | 'busy'

export interface CapturedRequest {
  method: string
  path: string
  /** The query string or the body, form-encoded. */
  form: string
  idempotencyKey: string | null
  status: number
}

/** Controls of the sandbox for tests; none of them is available over HTTP. */
export interface SandboxControl {
  /**
   * @param match The request to fail, such as `POST /v1/refunds`; by default the next one. Several
   * failures queue up.
   */
  failNext(how: ForcedFailure, match?: string): void
  /** Every API request so far, oldest first. */
  requests(): CapturedRequest[]
  webhooks: Omit<Deliveries, 'enqueue' | 'deliverPending'>
  disputes: DisputeControl
  payouts: PayoutControl
  /** Sets the status of a subscription whose renewal failed at every retry; canceled by default. */
  endUnpaidAs(how: AfterRetries): void
}

export interface ControlState extends SandboxControl {
  takeFailure(method: string, path: string): ForcedFailure | undefined
  capture(request: CapturedRequest): void
  readonly afterRetries: AfterRetries
}

const REMEMBERED = 1000

export function openControl(
  deliveries: Deliveries,
  { disputes, payouts }: Pick<SandboxControl, 'disputes' | 'payouts'>,
): ControlState {
  const waiting: { how: ForcedFailure; match: string | undefined }[] = []
  const captured: CapturedRequest[] = []
  let afterRetries: AfterRetries = 'canceled'
  return {
    failNext: (how, match) => void waiting.push({ how, match }),
    requests: () => [...captured],
    webhooks: deliveries,
    disputes,
    payouts,
    endUnpaidAs: (how) => void (afterRetries = how),
    get afterRetries() {
      return afterRetries
    },
    takeFailure(method, path) {
      const at = waiting.findIndex(({ match }) => match === undefined || match === `${method} ${path}`)
      return at < 0 ? undefined : waiting.splice(at, 1)[0]?.how
    },
    capture(request) {
      captured.push(request)
      if (captured.length > REMEMBERED) captured.shift()
    },
  }
}
