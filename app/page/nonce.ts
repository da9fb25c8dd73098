import { createContext, useContext } from 'react'

/**
 * The answer's own nonce while it is rendered; the browser hides it from scripts, so there it is
 * undefined.
 */
export const NonceContext = createContext<string | undefined>(undefined)

export const useNonce = () => useContext(NonceContext)
