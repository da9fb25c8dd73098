/** `missing`: needed before the shop may take money. `advice`: recommended. */
export interface Finding {
  level: 'missing' | 'advice'
  /** The subject: `payments`, `mail`, `staff` … */
  about: string
  /** What was found, and what to do. */
  message: string
}

export const missing = (about: string, message: string): Finding => ({ level: 'missing', about, message })
export const advice = (about: string, message: string): Finding => ({ level: 'advice', about, message })
