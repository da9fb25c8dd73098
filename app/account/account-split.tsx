import { type ReactNode } from 'react'
import { getSceneUrl } from '../pictures/scene-art.ts'
import enhanceUrl from '../enhancers/account.js?url'
import { getTheme, useShellData } from '../visit/shell-data.ts'

/** A decorative picture of the brand in the evening. */
const ART = { '1': getSceneUrl('doorsoff', 'sunset', 'tall'), '2': getSceneUrl('miami', 'night', 'tall') }

/** A narrow form; on wide screens a picture as high as the window stands next to it. */
export function AccountSplit({ children }: { children: ReactNode }) {
  const theme = getTheme(useShellData()?.brand.id)
  return (
    <div className="split-page">
      {children}
      <div className="split-art" aria-hidden="true">
        <picture>
          <source media="(min-width: 62em)" srcSet={ART[theme]} />
          {/* An empty image keeps browsers from loading the picture where it is not shown. */}
          <img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" alt="" />
        </picture>
      </div>
      <AccountScript />
    </div>
  )
}

/** The script that improves account pages; they work without it. */
export const AccountScript = () => <script type="module" src={enhanceUrl} />
