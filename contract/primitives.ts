import { z } from 'zod'

const isWholeCents = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
const NO_CENTS = 'Must have at most two decimals'

/**
 * Money on the wire: US dollars, at most two decimals (1198, 11.55). Inside the service it is
 * integer cents.
 */
export const Dollars = z.number().refine(isWholeCents, NO_CENTS)
/** `Dollars` in a query string, where numbers are text. */
export const QueryDollars = z.coerce.number().refine(isWholeCents, NO_CENTS)

/** Dollars as a page showed them, which the service compares with its own; far more than any order costs. */
export const SeenDollars = Dollars.refine((value) => Math.abs(value) <= 10_000_000, 'Must be a price of ours')

/** A price that staff set for a seat or a whole aircraft. */
const IN_RANGE = 'Must be from 0 to 100,000'
export const StaffPrice = Dollars.refine((value) => value >= 0 && value <= 100_000, IN_RANGE)

/** The range of accepted dates; beyond it, date arithmetic in JavaScript or PostgreSQL fails. */
const EARLIEST = Date.UTC(1900, 0, 1)
const LATEST = Date.UTC(2200, 0, 1)
const inReach = (text: string) => Date.parse(text) >= EARLIEST && Date.parse(text) < LATEST
const OUT_OF_REACH = 'Must be between the years 1900 and 2199'

/** An instant, ISO 8601 with zone. */
export const Instant = z.iso.datetime({ offset: true }).refine(inReach, OUT_OF_REACH)
/** A calendar day at the terminal, `YYYY-MM-DD`. */
export const LocalDate = z.iso.date().refine(inReach, OUT_OF_REACH)
/** A calendar month at the terminal, `YYYY-MM`. */
export const LocalMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Must be a month like 2026-12', abort: true })
  .refine(inReach, OUT_OF_REACH)
/** A wall-clock time at the terminal, `HH:MM`, 24 hours. */
export const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 16:30')
/** The largest value of a PostgreSQL `integer` column. */
export const WHOLE_MAX = 2_147_483_647
export const Id = z.number().int().positive().max(WHOLE_MAX)
/** Accepts null as absent, so that clients can send back what they read. */
export const nullAsAbsent = <S extends z.ZodType>(schema: S) =>
  z.union([schema, z.null().transform(() => undefined)]).optional()
/** `Id` in a path or a query string, where numbers are text. */
export const QueryId = z.coerce.number().int().positive().max(WHOLE_MAX)
/**
 * An address that can have a mailbox. Nothing under `.invalid` has one (RFC 2606): such addresses
 * stand in our database for whoever gave none, so nobody may claim one.
 */
export const hasMailbox = (email: string): boolean => !/\.invalid\.?$/i.test(email)
const WRONG_FORMAT = 'Please input correct email format'
export const Email = z
  .string({ error: 'This field is required' })
  .trim()
  .min(1, 'This field is required')
  .max(254)
  .pipe(
    z
      .email({ error: (issue) => `${WRONG_FORMAT} (${String(issue.input)})` })
      .refine(hasMailbox, { error: (issue) => `${WRONG_FORMAT} (${String(issue.input)})` }),
  )
/** The address to which a buyer or a passenger has something mailed. */
export const RecipientEmail = z
  .email('Please enter a valid email')
  .max(254)
  .refine(hasMailbox, 'Please enter a valid email')
/** The messages for the phone of guests and registrations: spec section 5. */
const tooShort = 'Length should be at least 10 characters'
const SYMBOLS_ONLY = 'Must be numbers or symbols only'
const phone = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(10, { error: ({ input }) => (input === '' ? missing : tooShort), abort: true })
    .max(40)
    .regex(/^[\d() +.-]+$/, SYMBOLS_ONLY)

export const Phone = phone(tooShort)
/**
 * A phone number that may be empty or null. It is not a union, because the branches of a union
 * would hide these messages.
 */
export const OptionalPhone = z
  .string({ error: SYMBOLS_ONLY })
  .trim()
  .max(40, 'Write at most 40 characters')
  .superRefine((text, { addIssue }) => {
    if (text === '') return
    if (text.length < 10) addIssue({ code: 'custom', message: tooShort })
    else if (!/^[\d() +.-]+$/.test(text)) addIssue({ code: 'custom', message: SYMBOLS_ONLY })
  })
  .nullable()
/** A required phone number; an empty one is reported as missing, not as too short. */
export const RequiredPhone = phone('This field is required')

export const Pagination = z.object({
  current_page: z.number().int(),
  total_pages: z.number().int(),
  total_count: z.number().int(),
  page_size: z.number().int(),
})
export const ListMeta = z.object({ pagination: Pagination })
export type ListMeta = z.infer<typeof ListMeta>
