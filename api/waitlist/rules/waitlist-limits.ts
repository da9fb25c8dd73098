/**
 * How many departures one e-mail or network may wait for at once. An offer holds seats for hours,
 * so waiting costs others. A family with three possible days needs a handful of departures, and the
 * guests of a hotel, who share a network, some more.
 */
export const waitlistLimits = { ofEmail: 6, ofNetwork: 24 } as const
