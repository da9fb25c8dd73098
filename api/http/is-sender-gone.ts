/**
 * Whether a request broke off because its sender hung up in the middle of the body. Nobody waits
 * for the answer, and nothing of ours has failed.
 */
export const isSenderGone = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
