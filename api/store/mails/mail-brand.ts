/** Who signs a mail. */
export interface MailBrand {
  id: number
  name: string
  tagline: string
  /** By which its days begin: cards and vouchers are good until the end of one. */
  timeZone: string
  phone: string
  email: string
  /** `Name <address>`. */
  from: string
  /** Where the brand's shop is, without a trailing slash; links lead nowhere else. */
  origin: string
  /** The brand's own domain, for ids that never change. */
  domain: string
  /**
   * The secret link to the order a mail is about, for its reader alone; undefined where there is
   * none to give.
   */
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
  /** Whom an answer goes to, where that is not who sends it. */
  replyTo?: string
  /** Further header lines. */
  headers?: Readonly<Record<string, string>>
}
