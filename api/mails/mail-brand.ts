/** Who signs a mail. */
export interface MailBrand {
  id: number
  name: string
  tagline: string
  phone: string
  email: string
  /** `Name <address>`. */
  from: string
  /** Where the brand's shop is, without a trailing slash; links lead nowhere else. */
  origin: string
  /** The brand's own domain, for ids that never change. */
  domain: string
}

/** A mail ready to be sent, except for whom it goes to and under which id. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: string }[]
}
