/** Where a call names the person or order that it acts on. */
export interface SubjectPlace {
  /** Path of the e-mail in the parsed body, or the e-mail of the caller's own account. */
  email?: { body: string } | 'own account'
  /** Path of the order's id in the parsed body, or the name of a path parameter. */
  order?: { body: string } | { param: string }
}

/**
 * The e-mail and order that each call acts on, for limits by e-mail and by order. The paths refer
 * to the body after its schema has parsed it, so that unknown fields cannot influence a limit.
 */
export const limitSubjects: Readonly<Record<string, SubjectPlace>> = {
  'POST /v1/user_token': { email: { body: 'auth.email' } },
  'POST /v1/users': { email: { body: 'user.email' } },
  'POST /v1/password_resets': { email: { body: 'password_reset.email' } },
  'POST /v1/email_proofs': { email: 'own account' },
  'POST /v1/email_changes': { email: { body: 'email_change.email' } },
  'POST /v1/customers': { email: { body: 'customer.email' } },
  'POST /v1/resumptions': { email: { body: 'resumption.email' } },
  'POST /v1/waitlist_entries': { email: { body: 'waitlist_entry.email' } },
  'POST /v1/form_entries': { email: { body: 'form_entry.email' } },
  'POST /v1/newsletter_sign_ups': { email: { body: 'newsletter_sign_up.email' } },
  'PUT /v1/orders/:id/email': { email: { body: 'order.email' } },
  // This call makes a link and sends no mail, so it acts on no e-mail.
  'POST /v1/orders/:id/passengers/:passenger/link': {},
  'POST /v1/orders/:id/passengers/:passenger/mails': { email: { body: 'email' } },
  'POST /v1/reschedule_links': { email: { body: 'reschedule_link.email' } },
  'POST /v1/reschedule_claim_links': { email: { body: 'reschedule_claim_link.email' } },
  'POST /v1/payments': { order: { body: 'order_id' } },
  'PATCH /v1/orders/:id/update_upgrades': { order: { param: 'id' } },
  'PATCH /v1/orders/:id/reschedule_flight': { order: { param: 'id' } },
}
