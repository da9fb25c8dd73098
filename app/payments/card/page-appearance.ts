import { type Appearance } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/**
 * The brand's colours and corners for the provider's fields, as currently rendered, light or dark.
 */
function pageAppearance(): Appearance {
  const page = getComputedStyle(document.documentElement)
  const token = (name: string) => page.getPropertyValue(name).trim()
  return {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--primary'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-muted'),
      colorTextPlaceholder: token('--ink-subtle'),
      colorDanger: token('--danger'),
      borderRadius: token('--r-sm'),
      fontFamily: token('--font-body'),
      fontSizeBase: '16px',
    },
  }
}

/** Updates the fields when the device switches between light and dark mode. */
export function usePageAppearance(): Appearance {
  const [appearance, setAppearance] = useState(pageAppearance)
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const look = () => {
      setAppearance(pageAppearance())
    }
    dark.addEventListener('change', look)
    return () => {
      dark.removeEventListener('change', look)
    }
  }, [])
  return appearance
}
