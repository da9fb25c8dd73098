import { type Appearance } from '@stripe/stripe-js'

/** The brand's own colours and corners for the provider's fields, as the page shows them now, light or dark. */
export function pageAppearance(): Appearance {
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
