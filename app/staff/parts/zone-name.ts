/** `America/New_York` → "New York (America/New_York)" */
const zoneName = (zone: string) => `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} (${zone})`

/** Which clock an instant's box is read by. */
export const describeZone = (zone: string) => `The clock of ${zoneName(zone)}.`
