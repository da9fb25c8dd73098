import { fileURLToPath } from 'node:url'

/** The folder of `package.json`. */
export const root = fileURLToPath(new URL('..', import.meta.url))
