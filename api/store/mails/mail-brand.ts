/** The sender of a mail. */
export interface MailBrand {
  id: number
  name: string
  tagline: string
  /** The time zone of its calendar days: cards and vouchers are valid until the end of one. */
  timeZone: string
  phone: string
  email: string
  /** `Name <address>`. */
  from: string
  /** The origin of the brand's shop, without a trailing slash; links lead nowhere else. */
  origin: string
  /** The brand's own domain, for ids that never change. */
  domain: string
  /** The secret link to the order of a mail, for its recipient alone; undefined without one. */
  orderHref?: string | undefined
  /** The secret link to that order's receipt. */
  receiptHref?: string | undefined
}

/** A mail ready to be sent, except for whom it goes to and under which id. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: string }[]
  /** The reply address, where it is not the sender. */
  replyTo?: string
  /** Further header lines. */
  headers?: Readonly<Record<string, string>>
}
