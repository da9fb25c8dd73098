import { createContext, useContext } from 'react'

/**
 * The nonce of the answer during rendering on the server. It is undefined in the browser, which
 * hides it from scripts.
 */
export const NonceContext = createContext<string | undefined>(undefined)

export const useNonce = () => useContext(NonceContext)
