/** The reason of the event that notes the first use of a payment link; its details name the link's end. */
export const PAYMENT_LINK_OPENED = 'payment link opened'

interface PastEvent {
  at: Date
  reason: string
  details: Readonly<Record<string, unknown>> | null
}

/** When a link was first followed, by its end in seconds; undefined while nobody has. */
export const findLinkOpening = (events: readonly PastEvent[], expiresAt: number): Date | undefined =>
  events.find(({ reason, details }) => reason === PAYMENT_LINK_OPENED && details?.['until'] === expiresAt)?.at
