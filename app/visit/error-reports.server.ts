/** A service that gets reports of failures in addition to the log. */
export interface ErrorReports {
  /** Never throws, never waits. */
  report(error: unknown, context?: Record<string, string>): void
  /** Waits for reports in progress; at most two seconds. */
  flush(): Promise<void>
}

const nowhere: ErrorReports = { report: () => undefined, flush: () => Promise.resolve() }

/**
 * Failures are reported to Sentry if a DSN is set. Only then its library is loaded, and only for
 * errors: no tracing, no sessions, no personal data (`scrubEvent`).
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
 * Removes the user and the request; in the remaining texts masks addresses, card and phone numbers,
 * and tokens.
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
 * Masks e-mail addresses, long digit groups (cards, phones) and long secrets, and all parameters of
 * a failed query, because names, weights and signatures follow no pattern.
 */
export function redactPersonalData(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*?(?=\n\s+at |\ncaused by: |$)/g, '\nparams: [values]')
    .replace(/[^\s@<>"'(),;:=]+(@|%40)[^\s@<>"'(),;:]+/gi, '[email]')
    .replace(/\b(sk|rk|pk|whsec|pi|cs|seti)_[\w-]+/g, '[key]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
    .replace(/\+?\d(?:[ ().-]{0,2}\d){8,}/g, '[number]')
}
