import { type ComponentType, useEffect, useState } from 'react'
import { MOUNT_AFTER_MS } from '../card/card-area.tsx'
import { type WalletBoxProps } from './wallet-box.tsx'

/**
 * The place of the wallet's button, above the card: empty without scripts, reserved once the page
 * is hydrated, and loaded half a second later.
 */
export function WalletSlot(props: WalletBoxProps) {
  const [Box, setBox] = useState<ComponentType<WalletBoxProps> | null>()
  useEffect(() => {
    setBox(null)
    const start = setTimeout(() => {
      import('./wallet-box.tsx').then(
        ({ WalletBox }) => {
          setBox(() => WalletBox)
        },
        () => {
          setBox(undefined)
        },
      )
    }, MOUNT_AFTER_MS)
    return () => {
      clearTimeout(start)
    }
  }, [])
  if (Box === undefined) return null
  return Box ? <Box {...props} /> : <div className="wallet" />
}
