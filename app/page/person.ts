import { createContext, useContext } from 'react'

/**
 * The name of the member of staff whose page is rendered on the server; undefined on other pages,
 * and in the browser.
 */
export const PersonContext = createContext<string | undefined>(undefined)

export const usePerson = () => useContext(PersonContext)
