/** `March 5, 2026 at 12:20 PM EST`: a moment as a mail about signing in says it. */
export const formatMailMoment = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone, timeZoneName: 'short' },
  }).format(new Date(at))
