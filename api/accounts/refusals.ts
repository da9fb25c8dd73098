import { ERASURE_MESSAGES } from '#contract/account.ts'
import { SECOND_FACTOR_NEEDED } from '../access/authenticate.ts'
import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { membershipRefusals } from '../memberships/refusals.ts'

/** Refusals about log-in and accounts. */
const accountRefusals = {
  unauthorized: { status: 401, code: 'unauthorized', error: 'Please log in again.' },
  wrong_password: { status: 401, code: 'unauthorized', error: 'The e-mail or the password is not right.' },
  reset_token_invalid: {
    status: 404,
    code: 'not_found',
    error: 'Your reset token is either expired or invalid.',
  },
  proof_token_invalid: {
    status: 404,
    code: 'not_found',
    error: 'This link is used up or too old. Log in to have another one sent.',
  },
  proof_needs_password: {
    status: 422,
    fields: { password: ['This is not the password of this account'] },
  },
  own_password_wrong: { status: 422, fields: { password: ['This is not the password of this account'] } },
  old_password_wrong: { status: 422, fields: { old_password: ['This is not the password of this account'] } },
  password_breached: {
    status: 422,
    fields: { password: ['Others try this password first: it is on lists of stolen ones. Take another one'] },
  },
  email_unchanged: { status: 422, fields: { email: ['This is the e-mail of your account already'] } },
  change_unproven: {
    status: 409,
    code: 'conflict',
    error: 'Please confirm your e-mail first. If it is mistyped, register with the right one.',
  },
  email_in_use: {
    status: 409,
    code: 'conflict',
    error:
      'There are bookings or an account with this e-mail already. Write to us, and we put them together.',
  },
  erasure_unproven: { status: 409, code: 'conflict', error: ERASURE_MESSAGES.unproven },
  erasure_staff: { status: 409, code: 'conflict', error: ERASURE_MESSAGES.staff },
  erasure_flight_ahead: { status: 409, code: 'conflict', error: ERASURE_MESSAGES.flightAhead },
  erasure_payment: { status: 409, code: 'conflict', error: ERASURE_MESSAGES.payment },
  erasure_value: { status: 422, fields: { give_up_value: [ERASURE_MESSAGES.value] } },
  email_taken: { status: 422, fields: { email: ['This email already exists'] } },
  already_proven: { status: 409, code: 'conflict', error: 'Your e-mail is confirmed already.' },
  too_many_links: {
    status: 429,
    code: 'rate_limited',
    error: 'We have sent you several mails already. Please look for them, or try again in an hour.',
    retryAfterSeconds: 3600,
  },
  foreign_redirect_uri: { status: 422, fields: { redirect_uri: ['Must be an address of this shop'] } },
  foreign_prove_email_url: {
    status: 422,
    fields: { prove_email_url: ['Must be an address of this shop'] },
  },
  foreign_set_password_url: {
    status: 422,
    fields: { set_password_url: ['Must be an address of this shop'] },
  },
  second_factor_needed: { status: 403, ...SECOND_FACTOR_NEEDED },
  suspended: {
    status: 403,
    code: 'forbidden',
    error: 'This account is suspended. Please ask an admin.',
  },
  factor_unproven: {
    status: 409,
    code: 'conflict',
    error: 'Please confirm your e-mail first. Then you can set up an app.',
  },
  factor_of_role: {
    status: 409,
    code: 'conflict',
    error: 'This account has a role, which asks for the app. Another admin can take a lost one away.',
  },
  factor_of_staff: {
    status: 409,
    code: 'conflict',
    error: 'This account has a role. Its app is taken away under People.',
  },
  factor_off: {
    status: 409,
    code: 'conflict',
    error: 'This account asks for no second factor any more. Please look at the page again.',
  },
  foreign_shop_url: { status: 422, fields: { shop_url: ['Must be an address of this shop'] } },
  factor_set_up: {
    status: 409,
    code: 'conflict',
    error: 'An app is set up for this account already. An admin can take it away.',
  },
  factor_missing: { status: 409, code: 'conflict', error: 'No app is set up for this account yet.' },
  factor_wrong: {
    status: 422,
    fields: { code: ['This is not the code your app shows now, or it was used already'] },
  },
  recovery_code_wrong: {
    status: 422,
    fields: { recovery_code: ['This is none of your codes, or it was used already'] },
  },
  passkey_wrong: {
    status: 422,
    fields: { credential: ['This passkey was not recognized. Please try again.'] },
  },
  too_many_passkeys: {
    status: 409,
    code: 'conflict',
    error: 'There are twenty passkeys already. Please remove one first.',
  },
  forbidden: { status: 403, code: 'forbidden', error: 'Your account may not do this.' },
  factor_locked: {
    status: 429,
    code: 'rate_limited',
    error: 'Too many wrong codes. Please wait a quarter of an hour and try again.',
    retryAfterSeconds: 900,
  },
  guest_checkout_off: {
    status: 403,
    code: 'forbidden',
    error: 'Buying as a guest is not offered here. Please log in or register.',
  },
  not_admin: { status: 403, code: 'forbidden', error: 'You are no admin any more.' },
  staff_oneself: {
    status: 403,
    code: 'forbidden',
    error: 'Nobody does this to themselves. Ask another admin.',
  },
  too_many_invitations: {
    status: 409,
    code: 'conflict',
    error: 'This person was sent five mails within the hour. Please wait before you send another.',
  },
  email_not_correctable: {
    status: 409,
    code: 'conflict',
    error: 'The e-mail of this order cannot be changed here any more. Please call us.',
  },
  email_known: {
    status: 409,
    code: 'conflict',
    error: 'An e-mail is known by now. Please look at the page again.',
  },
  email_confirmed: {
    status: 409,
    code: 'conflict',
    error: 'Somebody has confirmed the address of this order since. Please call us if that was not you.',
  },
  too_many_corrections: {
    status: 409,
    code: 'conflict',
    error: 'The e-mail of this order was changed three times. Please call us.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse({ ...membershipRefusals, ...accountRefusals })
