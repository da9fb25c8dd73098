/** Where failures are told, beside the log. */
export interface ErrorReports {
  /** Never throws, never waits. */
  report(error: unknown, context?: Record<string, string>): void
  /** Sends what is still under way; at most two seconds. */
  flush(): Promise<void>
}

const nowhere: ErrorReports = { report: () => undefined, flush: () => Promise.resolve() }

/**
 * Failures go to Sentry when there is a DSN. Its library is loaded then only, and only for errors:
 * no tracing, no sessions, and nothing about a person (`scrubEvent`).
 */
export async function createErrorReports(
  dsn: string | undefined,
  environment: string,
): Promise<ErrorReports> {
  if (!dsn) return nowhere
  const sentry = await import('@sentry/remix')
  sentry.init({
    dsn,
    environment,
    sendDefaultPii: false,
    defaultIntegrations: false,
    beforeSend: (event) => scrubEvent(event),
    beforeBreadcrumb: () => null,
  })
  return {
    report: (error, context = {}) => {
      sentry.captureException(error, { tags: context })
    },
    flush: async () => {
      await sentry.flush(2000)
    },
  }
}

interface ReportedEvent {
  request?: unknown
  user?: unknown
  server_name?: unknown
  extra?: unknown
  message?: string
  exception?: { values?: { value?: string }[] }
}

/**
 * Drops who asked and what they sent; the texts that stay lose addresses, numbers of cards and
 * phones, and tokens.
 */
export function scrubEvent<E extends ReportedEvent>(event: E): E {
  delete event.request
  delete event.user
  delete event.server_name
  delete event.extra
  if (event.message !== undefined) event.message = redactPersonalData(event.message)
  for (const one of event.exception?.values ?? []) {
    if (one.value !== undefined) one.value = redactPersonalData(one.value)
  }
  return event
}

/**
 * E-mail addresses, long digit groups (cards, phones) and long secrets are replaced by what they
 * were, and all that a failed query was given: names, weights and signatures look like nothing in
 * particular.
 */
export function redactPersonalData(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*?(?=\n\s+at |\ncaused by: |$)/g, '\nparams: [values]')
    .replace(/[^\s@<>"'(),;:=]+(@|%40)[^\s@<>"'(),;:]+/gi, '[email]')
    .replace(/\b(sk|rk|pk|whsec|pi|cs|seti)_[\w-]+/g, '[key]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
    .replace(/\+?\d(?:[ ().-]{0,2}\d){8,}/g, '[number]')
}
