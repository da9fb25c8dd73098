/** The secrets of the product as a process of its own. */
export const PRODUCT_SECRETS = {
  SESSION_SECRET: 'session-secret-of-the-tests-0123456789',
  JWT_SECRET: 'token-secret-of-the-tests-0123456789abc',
  CODE_SECRET: 'code-secret-of-the-tests-0123456789abcd',
} as const
