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

/** What is called like this in a text is a secret, or a person's own. */
const SECRET_NAMES = String.raw`[\w-]*(?:codes?|tokens?|secrets?|passwords?|vouchers?|gift_cards?)`
const VALUE = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"',;&)}\]]+`

/** Values beside the names of secrets: `code=…`, `"gift_code": "…"`, `(code)=(…)`, `code SUMMER`. */
const NAMED = new RegExp(String.raw`\b(${SECRET_NAMES})(["']?\s*[:=]\s*)(?:\[[^\]]*\]?|${VALUE})`, 'gi')
const SPOKEN =
  /\b(codes?|vouchers?|gift cards?|tokens?) (?:["'\u201c\u2018]\S+|(?!\d+\b)[A-Z\d][A-Z\d_-]+\b)/g

/** What a parser or the database quotes: the beginning of a body, or a value. */
const QUOTED_BODY = /(Unexpected token|Unexpected string|Unexpected number)[\s\S]*? is not valid JSON/g
const QUOTED_VALUE = /(: )"(?:[^"\\\n]|\\.)*"/g
const KEY_OF_A_ROW = /Key \(([\w", ]+)\)=\(.*?\)(?= |$)/gm

/** Addresses of ours in a text: every value of their query, and the codes and tokens in their path. */
const QUERY_VALUES = /([?&][\w.[\]-]*)=[^&\s"'<>)]*/g
const PLACES_OF_SECRETS = [
  ...['\\w+_links', 'reschedule_claims', 'waitlist_\\w+', 'email_proofs', 'password_resets'],
  ...['discount_codes', 'codes', 'drafts', 'gifts', 'orders', 'passengers', 'pay', 'resume', 'subscribe'],
  ...['entries', 'offers', 'reschedule-flight', 'reschedule-credits', 'redeem-voucher'],
]
const SECRET_PATHS = new RegExp(`(/(?:${PLACES_OF_SECRETS.join('|')}))/[^\\s/?#"'<>),;]+`, 'g')

/**
 * Masks e-mail addresses, long digit groups (cards, phones), keys, codes and tokens of any length
 * where a text names or quotes them, and all parameters of a failed query, because names, weights
 * and signatures follow no pattern.
 */
export function redactPersonalData(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*?(?=\n\s+at |\ncaused by: |$)/g, '\nparams: [values]')
    .replace(QUOTED_BODY, '$1 in text that is not valid JSON')
    .replace(KEY_OF_A_ROW, 'Key ($1)=([values])')
    .replace(QUERY_VALUES, '$1=[value]')
    .replace(SECRET_PATHS, '$1/[token]')
    .replace(NAMED, '$1$2[value]')
    .replace(SPOKEN, '$1 [value]')
    .replace(QUOTED_VALUE, '$1"[value]"')
    .replace(/[^\s@<>"'(),;:=]+(@|%40)[^\s@<>"'(),;:]+/gi, '[email]')
    .replace(/\b(sk|rk|pk|whsec|pi|cs|seti)_[\w-]+/g, '[key]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
    .replace(/\+?\d(?:[ ().-]{0,2}\d){8,}/g, '[number]')
}
