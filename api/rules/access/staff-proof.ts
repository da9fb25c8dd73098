const MINUTE = 60_000

/** How long a second factor counts, in minutes. */
export interface ProofLimits {
  /** From the proof on, whatever is done in between. */
  staffSessionMinutes: number
  /** From the last call on. */
  staffIdleMinutes: number
  /** For the acts below. */
  staffProofMinutes: number
}

interface Proof {
  /** When the second factor was shown in the session. */
  secondFactorAt: Date | null
  /** When the session was last used as staff; null in the first minutes. */
  staffSeenAt: Date | null
}

/** So far the clocks of two processes may differ without anything being wrong. */
const CLOCK_TOLERANCE = 5

/** What lies in the future was shown before the clock was set back, so its age is unknown: it is old. */
function minutesSince(at: Date, now: Date): number {
  const minutes = (now.getTime() - at.getTime()) / MINUTE
  return minutes < -CLOCK_TOLERANCE ? Number.MAX_SAFE_INTEGER : minutes
}

/** Whether the roles of a session count: the factor was shown today, and the desk is not deserted. */
export function isProofValid(
  { secondFactorAt, staffSeenAt }: Proof,
  limits: ProofLimits,
  now: Date,
): boolean {
  if (secondFactorAt === null) return false
  const seenAt = staffSeenAt !== null && staffSeenAt > secondFactorAt ? staffSeenAt : secondFactorAt
  return (
    minutesSince(secondFactorAt, now) < limits.staffSessionMinutes &&
    minutesSince(seenAt, now) < limits.staffIdleMinutes
  )
}

/** The use of a session is written at most this often, so that reading stays reading. */
const SEEN_EVERY_MINUTES = 5

export function isSeenOutdated(
  { secondFactorAt, staffSeenAt }: Proof,
  limits: ProofLimits,
  now: Date,
): boolean {
  const at = staffSeenAt ?? secondFactorAt
  const every = Math.min(SEEN_EVERY_MINUTES, limits.staffIdleMinutes / 4)
  return at !== null && minutesSince(at, now) >= every
}

/**
 * Acts that whoever finds an open browser must not do: they change who may do what, how somebody
 * signs in, where mailed links lead, or what other systems are told.
 */
const FRESH_CALLS: ReadonlySet<string> = new Set([
  'PATCH /v1/users/:id',
  'POST /v1/staff_members',
  'PUT /v1/staff_members/:id/suspension',
  'DELETE /v1/staff_members/:id/suspension',
  'DELETE /v1/staff_members/:id/second_factor',
  'DELETE /v1/second_factor',
  'POST /v1/second_factor/recovery_codes',
  'POST /v1/customers/:id/second_factor_removals',
  'POST /v1/passkeys',
  'DELETE /v1/passkeys/:id',
  'POST /v1/brands',
  'PATCH /v1/brands/:id',
  'POST /v1/api_keys',
  'DELETE /v1/api_keys/:id',
  'POST /v1/webhook_endpoints',
  'PATCH /v1/webhook_endpoints/:id',
  'DELETE /v1/webhook_endpoints/:id',
  'POST /v1/webhook_endpoints/:id/secrets',
])

/** Whether a call waits until its caller has shown the second factor again. */
export function needsFreshProof(
  call: string,
  provedAt: Date | undefined,
  { staffProofMinutes }: Pick<ProofLimits, 'staffProofMinutes'>,
  now: Date,
): boolean {
  return FRESH_CALLS.has(call) && provedAt !== undefined && minutesSince(provedAt, now) >= staffProofMinutes
}

export const freshCalls: readonly string[] = [...FRESH_CALLS]
