/** Where nobody has a mailbox: no mail ever goes there. */
export const ERASED_DOMAIN = '@erased.invalid'

/** Nobody’s address, and each one its own. */
export const erasedEmail = (userId: number) => `erased-${String(userId)}${ERASED_DOMAIN}`
