/**
 * How many departures one person may wait for at once. An offer keeps seats from everybody else for
 * hours, so waiting is not free: a family that may fly on any of three days waits for a handful of
 * departures, a hotel's guests for some more.
 */
export const waitlistLimits = { ofEmail: 6, ofNetwork: 24 } as const
