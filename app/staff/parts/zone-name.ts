/** `America/New_York` → "New York (America/New_York)" */
const zoneName = (zone: string) => `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} (${zone})`

/** The zone in which an instant is typed. */
export const describeZone = (zone: string) => `The clock of ${zoneName(zone)}.`
